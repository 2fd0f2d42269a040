import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

// argon2id is the library's default; memory and passes as OWASP's password storage cheat sheet has them.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// argon2 runs on the four threads that files, compression and look-ups of names need as well: a rush of sign-ins leaves them two.
const twoAtOnce = pLimit(2)

export const hashPassword = (password: string): Promise<string> => twoAtOnce(() => hash(password, cost))

// Compared with when nobody has the name, so that the answer takes as long as for somebody.
const nobody = hashPassword('nobody has this password')

export const isPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const known = stored ?? (await nobody)
  const matches = await twoAtOnce(() => verify(known, password))
  return stored !== null && matches
}
