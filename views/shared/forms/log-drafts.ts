import { draft, dropDraft, keepDraft } from '../../../store/drafts/drafts.ts'
import type { Application } from '../../application/application.ts'
import type { FormDrafts } from './form-drafts.ts'
import { logOf } from '../../application/log/log.ts'

/** Drafts of the signed-in user, stored in their own log: other users on this browser cannot read them. */
export const draftsOf = (application: Application, userId: number, form: string): FormDrafts => {
  const log = logOf(application, userId)
  return {
    load: () => draft(log, form),
    keep: (values) => keepDraft(log, form, values),
    drop: () => dropDraft(log, form),
  }
}
