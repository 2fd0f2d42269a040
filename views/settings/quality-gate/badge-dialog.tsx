/** Status badge of a project, with snippets to embed it. */
import { useActorRef, useSelector } from '@xstate/react'
import { pathOf } from '../../../contract/call.ts'
import { BADGE_PATH, getBadgeToken, createBadgeToken, revokeBadgeToken } from '../../../contract/launches/badge.ts'
import { settledValue } from '../../../machines/patterns/settled-value.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useMay, useProject, useResource, useApplication } from '../../application/context.tsx'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { launchesHref } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { useDeletion } from '../deletion.tsx'
import styles from './quality-gate.module.css'

const SHOWN = [
  { value: 'status', label: 'Status' },
  { value: 'pass-rate', label: 'Share of passed tests' },
]
/** The server renders a badge per query. */
const badgePreview = settledValue<typeof NOTHING>({ pauseMs: 400 })
const NOTHING = { show: 'status', suite: '', environment: '', branch: '' }

export function BadgeDialog({ onClose }: { onClose: () => void }) {
  const { key, name } = useProject()
  const canWrite = useMay().inProject('settings:write')
  const { send } = useApplication()
  const { value, failure, isLoading, retry, change } = useResource(() =>
    send(getBadgeToken, { params: { projectKey: key } }),
  )
  const preview = useActorRef(badgePreview, { input: { value: NOTHING } })
  const { value: wanted, settled } = useSelector(preview, (state) => state.context)
  const want = (changed: Partial<typeof NOTHING>) =>
    preview.send({ type: 'value/changed', value: { ...wanted, ...changed } })
  const creation = useSingleAction<null, { token: string | null }>({
    perform: () => send(createBadgeToken, { params: { projectKey: key }, body: {} }),
    onDone: (_, created) => change(created),
  })
  const revocation = useDeletion<null>({
    perform: () => send(revokeBadgeToken, { params: { projectKey: key } }),
    words: () => ({
      title: 'Revoke badge?',
      action: 'Revoke badge',
      about: 'Pages that show the badge of this project show none from then on.',
      done: 'The badge is revoked',
    }),
    onDeleted: () => change({ token: null }),
  })
  const token = value?.token ?? null
  const origin = window.location.origin
  const address = token === null ? null : `${origin}${addressOf(key, wanted, token)}`
  const link = `${origin}${launchesHref(key)}`
  const alt = `${name}: ${wanted.show === 'status' ? 'latest launch' : 'passed tests'}`
  return (
    <Dialog
      title="Badge"
      onClose={onClose}
      footer={
        <>
          {token !== null && canWrite && <Button onClick={() => revocation.ask(null)}>Revoke badge</Button>}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.badge}>
        <p>A picture of the latest finished launch, for a README or a dashboard.</p>
        <Select label="Show" value={wanted.show} options={SHOWN} onValueChange={(show) => want({ show })} />
        {(['suite', 'environment', 'branch'] as const).map((field) => (
          <TextField
            key={field}
            label={FIELDS[field]}
            placeholder="Any"
            value={wanted[field]}
            onValueChange={(text) => want({ [field]: text })}
            autoComplete="off"
          />
        ))}
        {value === null && failure !== null && (
          <ProblemState title="The badge did not load" onRetry={retry} isRetrying={isLoading}>
            {messageOf(failure)}
          </ProblemState>
        )}
        {value === null && failure === null && <Skeleton height={20} width={120} />}
        {token !== null && (
          <img className={styles.picture} alt="Preview of the badge" src={addressOf(key, settled, token)} height={20} />
        )}
        {value !== null && address === null && (
          <div className={styles.share}>
            <p>
              {canWrite
                ? 'The badge has no address yet. Whoever has the address sees the badge, and nothing else of the project.'
                : 'The badge has no address yet. Managers of the project create it.'}
            </p>
            {canWrite && (
              <Button isPending={creation.isRunning} onClick={() => creation.start(null)}>
                Create badge address
              </Button>
            )}
          </div>
        )}
        {address !== null && (
          <>
            <CodeBlock
              label="Markdown"
              code={`[![${markdownOf(alt)}](${address})](${link})`}
              wraps
              onCopied={() => toast.success('Markdown copied to clipboard')}
            />
            <CodeBlock
              label="HTML"
              code={`<a href="${htmlOf(link)}"><img src="${htmlOf(address)}" alt="${htmlOf(alt)}"></a>`}
              wraps
              onCopied={() => toast.success('HTML copied to clipboard')}
            />
          </>
        )}
      </div>
      {revocation.dialog}
    </Dialog>
  )
}

const FIELDS = { suite: 'Suite', environment: 'Environment', branch: 'Branch' } as const

const addressOf = (projectKey: string, { show, ...filters }: typeof NOTHING, token: string | null): string => {
  const query = new URLSearchParams({ show })
  for (const [name, text] of Object.entries(filters)) if (text.trim() !== '') query.set(name, text.trim())
  if (token !== null) query.set('token', token)
  return `${pathOf(BADGE_PATH, { projectKey })}?${query.toString()}`
}

const markdownOf = (text: string): string => text.replaceAll(/[[\]\\]/g, (sign) => `\\${sign}`)
const htmlOf = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
