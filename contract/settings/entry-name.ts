import { z } from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { TEXTS } from '../texts.ts'

/** A name in the settings that only must not be empty or too long. */
export const EntryName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: TEXTS.required, abort: true }),
    z.maxLength(LIMITS.maxEntryName, TEXTS.nameTooLong(LIMITS.maxEntryName)),
  )
