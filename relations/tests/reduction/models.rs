//! Countermodels that are too large for the search of `table`: each satisfies all requirements but one.

/// A block that returns from its second half (state 2) to its first (state 3) has room for the environment
/// twice: `0 -m-> 1 -e-> 2 -m-> 3 -m-> 4`.
pub(crate) const RETURN: &str = "states 6\nprocesses 1\nm = {(0,1), (1,5), (2,3), (3,4)}
e = {(1,2), (5,3)}\nr = {3, 5}\nl = {1, 2}\n";

/// The block that returns, with two processes, the second always outside its blocks.
pub(crate) const LIPTON_RETURN: &str = "states 6\nprocesses 2
a_0 = {(0,1), (1,5), (2,3), (3,4)}\na_1 = {(1,2), (5,3)}
r_0 = {3, 5}\nr_1 = {}\nl_0 = {1, 2}\nl_1 = {}\n";

/// Between the first half and the rest of a block the environment takes a step: `0 -m-> 1 -e-> 2 -m-> 3`.
pub(crate) const NO_RIGHT_MOVER: &str =
    "states 4\nprocesses 1\nm = {(0,1), (2,3)}\ne = {(1,2)}\nr = {1, 2}\nl = {}\n";

/// The block without right movers, with two processes.
pub(crate) const LIPTON_NO_RIGHT_MOVER: &str = "states 4\nprocesses 2
a_0 = {(0,1), (2,3)}\na_1 = {(1,2)}\nr_0 = {1, 2}\nr_1 = {}\nl_0 = {}\nl_1 = {}\n";

/// The environment finishes a block: 0 and 1 are in it; the next one begins at 2.
pub(crate) const FINISHED_BY_OTHERS: &str =
    "states 4\nprocesses 1\nm = {(0,1), (2,3)}\ne = {(1,2)}\nr = {}\nl = {1}\n";

/// a, b, l, b: the l cannot be brought forward before the first b.
pub(crate) const B_BEFORE_L: &str = "states 5\nprocesses 1\ns = {(0,0)}\na = {(0,1)}
b = {(1,2), (3,4)}\nr_0 = {}\nl_0 = {(2,3)}\nq = {0, 4}\n";

/// a, r, l, b: neither can r be put off after b, nor l be brought forward before a.
pub(crate) const R_BEFORE_L: &str = "states 5\nprocesses 1\ns = {(0,0)}\na = {(0,1)}
b = {(3,4)}\nr_0 = {(1,2)}\nl_0 = {(2,3)}\nq = {0, 4}\n";

/// After the chosen step from 0 to 3 the other step, from 3 to 2, is no step of the system.
pub(crate) const OTHERS_ARE_NO_STEPS: &str = "states 4\nprocesses 1
a = {(0,1), (0,3), (1,2)}\nt_0 = {(0,3), (1,2)}\nu_0 = {(0,1), (3,2)}\ne_0 = {0, 1}\n";

/// S5 without (13): `u_1` goes on forever at 0, so that process 1 never comes to an end there.
pub(crate) const S5_13: &str = "states 3\nprocesses 2\nq = {2}\nI = {1}
u_0 = {}\nu_1 = {(0,0), (2,2)}\nv_0 = {(0,2)}\nv_1 = {(1,0)}\np_0 = {0, 1, 2}\np_1 = {1}\n";

/// S5 without (14): `u_1` disables `u_0` at 0.
pub(crate) const S5_14: &str = "states 4\nprocesses 2\nq = {3}\nI = {2}
u_0 = {(0,3)}\nu_1 = {(0,2), (1,2)}\nv_0 = {(1,0), (2,2)}\nv_1 = {(2,1)}
p_0 = {1, 2, 3}\np_1 = {2, 3}\n";

/// S5 without (14), where I takes the place of q.
pub(crate) const STATIC_14A: &str = "states 4\nprocesses 2\nI = {3}
u_0 = {(0,3)}\nu_1 = {(0,2), (1,2)}\nv_0 = {(1,0), (2,2)}\nv_1 = {(2,1)}
p_0 = {1, 2, 3}\np_1 = {2, 3}\n";

/// `u_1` before `u_0` leads to the error, `u_0` before `u_1` is not possible.
pub(crate) const STATIC_U: &str = "states 4\nprocesses 2\nI = {1}
u_0 = {(3,1)}\nu_1 = {(0,3)}\nv_0 = {}\nv_1 = {(2,0)}\np_0 = {0, 1, 2}\np_1 = {1, 2, 3}\n";

/// S5 without (16).
pub(crate) const S5_16: &str = "states 5\nprocesses 2\nq = {4}\nI = {2}
u_0 = {(0,4), (1,2)}\nu_1 = {(0,1), (3,2), (4,4)}\nv_0 = {(2,1), (3,0)}\nv_1 = {(2,3)}
p_0 = {2, 3, 4}\np_1 = {1, 2}\n";

/// S5 without (19): `p_0` does not hold at 1, where `u_0` is disabled.
pub(crate) const S5_19: &str = "states 3\nprocesses 2\nq = {2}\nI = {0}
u_0 = {}\nu_1 = {}\nv_0 = {(0,1)}\nv_1 = {(1,2)}\np_0 = {0}\np_1 = {0, 1}\n";

/// S5 without (19), where I takes the place of q.
pub(crate) const STATIC_19: &str = "states 3\nprocesses 2\nI = {0}
u_0 = {}\nu_1 = {}\nv_0 = {(2,0)}\nv_1 = {(1,2)}\np_0 = {1, 2}\np_1 = {1}\n";

/// `v_1` disables `u_0` at 0: after `u_0` it is not possible.
pub(crate) const STATIC_15A: &str = "states 3\nprocesses 2\nI = {1}
u_0 = {(0,2)}\nu_1 = {}\nv_0 = {(2,0)}\nv_1 = {(0,1)}\np_0 = {1, 2}\np_1 = {0, 1, 2}\n";

/// `u_1` leads out of the error state 1.
pub(crate) const STATIC_HIDES: &str = "states 3\nprocesses 2\nI = {1}
u_0 = {}\nu_1 = {(1,0), (2,0)}\nv_0 = {(0,0), (2,1)}\nv_1 = {(0,2)}\np_0 = {0, 1, 2}\np_1 = {0}\n";
