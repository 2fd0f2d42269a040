/** Fields that forms of both provider types end with. */
import { Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { testIdentityProvider, type IdentityProvider } from '../../../contract/workspace/identity-providers.ts'
import { useApplication } from '../../application/context.tsx'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { DeleteProvider } from './delete-provider.tsx'
import styles from './single-sign-on.module.css'

interface ProviderFootProps {
  /** Null for a new provider. */
  provider: IdentityProvider | null
  problem: ReactNode
  isDirty: boolean
  isPending: boolean
  onDeleted: () => void
}

export function ProviderFoot({ provider, problem, isDirty, isPending, onDeleted }: ProviderFootProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <InlineProblem>{problem}</InlineProblem>
      <div className={styles.buttons}>
        {provider !== null && (
          <Button variant="quiet" icon={<Trash2 aria-hidden />} onClick={() => setAsked(true)}>
            Delete
          </Button>
        )}
        {provider !== null && !isDirty && <TestButton provider={provider} />}
        <Button type="submit" variant="primary" isPending={isPending}>
          {provider === null ? 'Add provider' : 'Save'}
        </Button>
      </div>
      {isAsked && provider !== null && (
        <DeleteProvider provider={provider} onClose={() => setAsked(false)} onDeleted={onDeleted} />
      )}
    </>
  )
}

/** A value to enter at the provider. */
export function Given({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.copied}>
      <span>
        {label} <code>{value}</code>
      </span>
      <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} isIcon />
    </div>
  )
}

/** Opens a test sign-in in another tab, which shows the provider's answer. */
function TestButton({ provider: { id } }: { provider: IdentityProvider }) {
  const { send } = useApplication()
  const action = useSingleAction({
    perform: () => send(testIdentityProvider, { params: { providerId: id }, body: {} }).then(({ url }) => url),
    onDone: (tab: Window | null, url) => {
      if (tab === null) toast.error('This browser did not allow another tab')
      else tab.location.href = url
    },
    onRefused: (tab) => tab?.close(),
  })
  return (
    <Button
      isPending={action.item !== null}
      // Opened during the press: browsers block it later.
      onClick={() => action.start(window.open('about:blank', '_blank'))}
    >
      Test sign-in
    </Button>
  )
}
