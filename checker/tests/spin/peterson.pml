/* checker/examples/peterson.sys */
bool wants[2];
byte first;

active [2] proctype side() {
  do
  :: skip;
     wants[_pid] = true;
  T: first = 1 - _pid;
  W: (!wants[1 - _pid] || first == _pid);
  C: skip;
     wants[_pid] = false
  od
}

ltl comes_in { [] (side[0]@T -> <> side[0]@C) }
