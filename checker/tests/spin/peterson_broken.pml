/* checker/examples/peterson_broken.sys */
bool wants[2];

active [2] proctype side() {
  do
  :: skip;
  T: wants[_pid] = true;
     do
     :: wants[1 - _pid] -> wants[_pid] = false; wants[_pid] = true
     :: else -> break
     od;
  C: skip;
     wants[_pid] = false
  od
}

ltl comes_in { [] (side[0]@T -> <> side[0]@C) }
