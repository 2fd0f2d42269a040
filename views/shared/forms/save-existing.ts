import { ERROR_CODES } from '../../../contract/errors.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Submission } from '../../../machines/patterns/form-dialog.machine.ts'
import { editOf } from '../../../machines/patterns/form-parts.ts'
import type { ExistingValues } from '../../../machines/patterns/missing-values.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { toast } from '../../ui/toasts/toasts.ts'

/** Saves what still exists of a form's values, and names the parts that lost something to the settings or the repository. */
export async function saveExisting<Values extends object, Saved>(
  submission: Submission<Values>,
  options: {
    save: (submission: Submission<Values>) => Promise<Saved>
    existingValues: (
      base: Values,
      values: Values,
      errors: readonly { field: string }[],
    ) => ExistingValues<Values> | null
    nameOf: (part: string) => string
  },
): Promise<Saved> {
  const missing = new Set<string>()
  const save = async (sent: Submission<Values>): Promise<Saved> => {
    try {
      return await options.save(sent)
    } catch (error) {
      const { base, values } = sent
      // The errors of a conflict name fields that another user changed.
      const isRejected = error instanceof ApiError && error.code !== ERROR_CODES.stale
      const existing = isRejected ? options.existingValues(base, values, error.errors) : null
      if (existing === null) throw error
      for (const part of existing.missing) missing.add(options.nameOf(part))
      return save({ base, values: existing.values, ...editOf(base, existing.values) })
    }
  }
  const saved = await save(submission)
  if (missing.size > 0) toast.error(TEXTS.removedValues([...missing]))
  return saved
}
