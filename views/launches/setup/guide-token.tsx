/** The reader's token with its expiry, and a new one. */
import { KeyRound } from 'lucide-react'
import { TEXTS } from '../../../contract/texts.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './guide.module.css'
import type { ReportingGuide } from './use-reporting-guide.ts'

const timeOf = (at: string): string => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })

export function GuideTokenLine({ guide }: { guide: ReportingGuide }) {
  const { canReport, token, earlierExpiry, isCreating, isExpired, createToken } = guide
  if (!canReport)
    return <p className={styles.note}>Your role in this project may not report launches: ask for the role Engineer.</p>
  const words =
    token !== null
      ? `The token in the settings expires at ${timeOf(token.expiresAt)}, 60 minutes after it was created. It reports to this project and does nothing else.`
      : isExpired
        ? 'The token has expired. The settings need a new one.'
        : earlierExpiry === null
          ? 'The agent signs in with a token that expires after 60 minutes and can only report to this project.'
          : `A token that you created earlier works until ${timeOf(earlierExpiry)}. Its value is shown only once.`
  return (
    <div className={styles.token}>
      <output>{words}</output>
      {token !== null && (
        <CopyButton
          value={token.value}
          label="Copy token"
          variant="secondary"
          onCopied={() => toast.success(TEXTS.valueCopied('Token'))}
        />
      )}
      <Button
        size="sm"
        variant={token === null ? 'primary' : 'secondary'}
        icon={<KeyRound aria-hidden />}
        isPending={isCreating}
        onClick={createToken}
      >
        {token === null && earlierExpiry === null && !isExpired ? 'Create a token' : 'Create a new token'}
      </Button>
    </div>
  )
}
