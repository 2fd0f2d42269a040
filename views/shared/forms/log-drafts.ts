import { draft, dropDraft, keepDraft } from '../../../store/drafts/drafts.ts'
import type { Application } from '../../application/application.ts'
import { logOf } from '../../application/log/log.ts'

/** Drafts of the signed-in user, stored in their own log: other users on this browser cannot read them. */
export const draftsOf = (application: Application, userId: number, form: string) => {
  const log = logOf(application, userId)
  return {
    load: () => draft(log, form),
    keep: (values: Record<string, unknown>) => keepDraft(log, form, values),
    drop: () => dropDraft(log, form),
  }
}
