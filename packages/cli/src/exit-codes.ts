/** Exit codes. `no`: the gate is not passed, or the launch did not end in time. `failed`: wrong use, rejected or unreachable. */
export const EXIT = { ok: 0, no: 1, failed: 2, commandNotFound: 127 } as const
