/** New exploratory session (ESNV-04). The page's gate redirects guests to the list. */
import { useLocation } from 'wouter'
import { useProject } from '../../application/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { sessionHref, sessionsHref } from '../address.ts'
import { SessionForm } from './session-form.tsx'

export function CreateSessionPage() {
  const { key, name } = useProject()
  const [, navigate] = useLocation()
  return (
    <Page title="New exploratory session" documentTitle={`New exploratory session · ${name}`} hasRule isPadded>
      <SessionForm
        session={null}
        onSaved={(id) => navigate(sessionHref(key, id), { replace: true })}
        onCancel={() => navigate(sessionsHref(key))}
      />
    </Page>
  )
}
