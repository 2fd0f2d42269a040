import { hash, verify } from '@node-rs/argon2'

// argon2id is the library's default; memory and passes as OWASP's password storage cheat sheet has them.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

// Compared with when nobody has the name, so that the answer takes as long as for somebody.
const nobody = hashPassword('nobody has this password')

export const isPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const matches = await verify(stored ?? (await nobody), password)
  return stored !== null && matches
}
