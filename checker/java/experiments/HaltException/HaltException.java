/** The buffer is empty, and has been halted: nothing comes any more. */
class HaltException extends Exception {
}
