import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

// argon2id is the library's default; memory and passes follow OWASP's password storage cheat sheet.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// argon2 uses the four libuv threads that files, compression and DNS lookups need as well; a burst of sign-ins leaves two of them free.
const twoAtOnce = pLimit(2)

export const hashPassword = (password: string): Promise<string> => twoAtOnce(() => hash(password, cost))

// Compared with if the name is unknown, so that the response takes the same time.
const nobody = hashPassword('nobody has this password')

export const isPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const known = stored ?? (await nobody)
  const matches = await twoAtOnce(() => verify(known, password))
  return stored !== null && matches
}
