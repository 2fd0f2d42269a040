/** Channels and addresses to notify at the end of a launch, besides the project's rules. */
import type { LauncherValues } from '../../../contract/launchers/launchers.ts'
import { NOTIFICATION_LIMITS, NOTIFICATION_TEXTS } from '../../../contract/notifications/notification-texts.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import styles from './launcher-form.module.css'
import type { LauncherForm } from './use-launcher-form.ts'
import type { OptionsState } from './use-launcher-options.ts'

type Field = 'emails' | 'slackChannels' | 'teamsChannels'

interface NotificationFieldsProps {
  values: Pick<LauncherValues, Field>
  options: OptionsState['options']
  isDisabled: boolean
  /** Shows only once the field was left, or Enter was pressed (CONF-25). */
  emailError: string | undefined
  errorOf: (field: Field) => string | undefined
  change: LauncherForm['change']
  onLeave: (field: Field) => void
}

const { email, slack } = NOTIFICATION_LIMITS.named
const EMAILS = `At most ${email}, with commas between`
const SLACK = `At most ${slack}, with commas between. Invite the app of the integration to each channel.`

export function NotificationFields({
  values,
  options,
  isDisabled,
  emailError,
  errorOf,
  change,
  onLeave,
}: NotificationFieldsProps) {
  const notes = options === null ? [] : notesOf(values, options)
  return (
    <section aria-label="Notification channels">
      <header className={styles.sectionHead}>
        <h2>Notification channels</h2>
      </header>
      <div className={styles.grid}>
        <TextField
          label="E-mails"
          value={values.emails}
          description={options?.hasMail === false ? `${EMAILS}. ${NOTIFICATION_TEXTS.noMail}` : EMAILS}
          error={emailError}
          disabled={isDisabled}
          onValueChange={(emails) => change({ emails })}
          onBlur={() => onLeave('emails')}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onLeave('emails')
          }}
        />
        {options?.hasSlack === true && (
          <TextField
            label="Slack channels"
            value={values.slackChannels ?? ''}
            description={SLACK}
            error={errorOf('slackChannels')}
            disabled={isDisabled}
            onValueChange={(text) => change({ slackChannels: text === '' ? null : text })}
            onBlur={() => onLeave('slackChannels')}
          />
        )}
        {options?.hasTeams === true && (
          <TextField
            label="MS Teams channels"
            value={values.teamsChannels ?? ''}
            description="The message goes to the channel of the integration, whatever name is here."
            error={errorOf('teamsChannels')}
            disabled={isDisabled}
            onValueChange={(text) => change({ teamsChannels: text === '' ? null : text })}
            onBlur={() => onLeave('teamsChannels')}
          />
        )}
      </div>
      {notes.map((note) => (
        <p key={note} className={styles.hint}>
          {note}
        </p>
      ))}
    </section>
  )
}

/** Fields of chats that are not connected do not show (CONF-26, CONF-27), though the launcher may still have channels there. */
const notesOf = (
  { slackChannels, teamsChannels }: Pick<LauncherValues, Field>,
  { hasSlack, hasTeams }: { hasSlack: boolean; hasTeams: boolean },
): string[] => [
  ...(hasSlack ? [] : [noteOf(NOTIFICATION_TEXTS.noSlack, slackChannels)]),
  ...(hasTeams ? [] : [noteOf(NOTIFICATION_TEXTS.noTeams, teamsChannels)]),
]

const noteOf = (missing: string, channels: string | null): string =>
  (channels ?? '') === '' ? missing : `${missing} Nothing is sent to ${channels}.`
