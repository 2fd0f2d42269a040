import { conflict } from './refusal.ts'

/** Turns a violation of a unique index into 409 with a message at its field. Keys of `taken` are names of indexes. */
export const unlessTaken = async <T>(
  change: Promise<T>,
  taken: Record<string, { field: string; message: string }>,
): Promise<T> => {
  try {
    return await change
  } catch (error) {
    const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
    const known = code === '23505' && typeof constraint === 'string' ? taken[constraint] : undefined
    if (known === undefined) throw error
    throw conflict(known.message, [known])
  }
}
