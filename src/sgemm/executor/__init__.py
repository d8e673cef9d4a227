"""The executor: PTX as native code of this processor, exact to the bit."""
