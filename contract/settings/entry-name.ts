import { z } from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { TEXTS } from '../texts.ts'

/** A name of the settings that only has to be there and to fit. */
export const EntryName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: TEXTS.required, abort: true }),
    z.maxLength(LIMITS.entryNameMost, TEXTS.nameTooLong(LIMITS.entryNameMost)),
  )
