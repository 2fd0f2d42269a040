import { draft, dropDraft, keepDraft } from '../../../store/drafts/drafts.ts'
import type { Application } from '../application.ts'
import type { FormDrafts } from '../../shared/forms/form-drafts.ts'
import { logOf } from './log.ts'

/** Drafts of the signed-in user, stored in their own log: other users on this browser cannot read them. */
export const draftsOf = (application: Application, userId: number, form: string): FormDrafts => {
  const log = logOf(application, userId)
  return {
    load: () => draft(log, form),
    keep: (values) => keepDraft(log, form, values),
    drop: () => dropDraft(log, form),
  }
}
