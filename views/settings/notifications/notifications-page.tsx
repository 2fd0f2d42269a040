/** Destinations of notifications about finished launches: chat, mail, and other systems by webhook. */
import { BellRing, KeyRound, ListChecks, Pencil, Plus, Send, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  listNotificationDeliveries,
  resendNotification,
  testNotificationRule,
  listDirectDeliveries,
  resendDirectDelivery,
} from '../../../contract/notifications/deliveries.ts'
import { NOTIFICATION_TEXTS } from '../../../contract/notifications/notification-texts.ts'
import {
  listNotificationRules,
  deleteNotificationRule,
  renewNotificationSecret,
  updateNotificationRule,
  type NotificationRule,
} from '../../../contract/notifications/rules.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { useOptimistic } from '../../shared/forms/use-optimistic.ts'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { ListStates, stateOfLoaded } from '../../shared/lists/list-states.tsx'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { classNames } from '../../ui/browser/class-names.ts'
import { useDeletion } from '../deletion.tsx'
import { DeliveryTag } from '../deliveries/deliveries.tsx'
import { SettingsPage } from '../settings-page.tsx'
import switchList from '../switch-list.module.css'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import styles from './notifications.module.css'
import { RuleDialog } from './rule-dialog.tsx'
import { CONDITION_LABELS, filterOf, missingFor, TARGET_LABELS, targetOf, type Connected } from './rule-text.ts'
import { SecretDialog } from './secret-dialog.tsx'

type Opened =
  | { kind: 'edit'; rule: NotificationRule | null }
  | { kind: 'log' | 'test'; rule: NotificationRule }
  | { kind: 'direct' }
  | { kind: 'secret'; secret: string }

export function NotificationsPage() {
  const { key } = useProject()
  const { send } = useApplication()
  const changes$ = useSettingsChanges(['notifications'])
  const addButton = useRef<HTMLButtonElement>(null)
  const resource = useResource(() => send(listNotificationRules, { params: { projectKey: key } }), {
    follow: () => changes$,
  })
  const { value, refresh } = resource
  const list = stateOfLoaded(resource, ({ items }) => items)
  const [opened, setOpened] = useState<Opened | null>(null)
  const deletion = useDeletion<NotificationRule>({
    perform: ({ id }) => send(deleteNotificationRule, { params: { projectKey: key, ruleId: id } }),
    words: ({ name }) => ({
      title: `Delete notification rule ${name}?`,
      action: 'Delete rule',
      about: 'It sends nothing any more, and its log of deliveries is deleted. This cannot be undone.',
      done: NOTIFICATION_TEXTS.deleted,
    }),
    onDeleted: refresh,
    focusAfter: () => addButton.current,
  })
  const renewal = useSingleAction<NotificationRule, { secret: string }>({
    perform: ({ id }) => send(renewNotificationSecret, { params: { projectKey: key, ruleId: id }, body: {} }),
    onDone: (_, { secret }) => setOpened({ kind: 'secret', secret }),
  })
  const close = () => setOpened(null)
  const add = value !== null && (
    <Button
      ref={addButton}
      variant="primary"
      icon={<Plus aria-hidden />}
      onClick={() => setOpened({ kind: 'edit', rule: null })}
    >
      Add rule
    </Button>
  )
  return (
    <SettingsPage title="Notifications" actions={list.face !== 'empty' && add}>
      <ListStates
        title="Notification rules"
        list={list}
        empty={
          <EmptyState icon={<BellRing aria-hidden />} title="No notification rules yet" actions={add}>
            A rule sends a message to Slack, Microsoft Teams, members of the project, or to a system of yours when a
            launch ends.
          </EmptyState>
        }
      >
        {(rules) =>
          rules === null || value === null ? (
            <Skeleton height={64} />
          ) : (
            <ul className={classNames(switchList.list, styles.rules)} aria-label="Notification rules">
              {rules.map((rule) => (
                <Rule
                  key={rule.id}
                  rule={rule}
                  connected={value.connected}
                  onOpen={(kind) => setOpened({ kind, rule })}
                  onDelete={() => deletion.ask(rule)}
                  onRenew={() => renewal.start(rule)}
                  onSwitched={refresh}
                />
              ))}
            </ul>
          )
        }
      </ListStates>
      {value !== null && (
        <section className={styles.direct} aria-label="Launchers and agents">
          <p>
            Launchers and agents can name channels and e-mail addresses of their own. Where a rule sends to the same
            place, its message is the only one.
          </p>
          <Button icon={<ListChecks aria-hidden />} onClick={() => setOpened({ kind: 'direct' })}>
            Deliveries of launchers and agents
          </Button>
        </section>
      )}
      {opened?.kind === 'edit' && value !== null && (
        <RuleDialog
          rule={opened.rule}
          connected={value.connected}
          onClose={close}
          onSaved={(secret) => {
            setOpened(secret === null ? null : { kind: 'secret', secret })
            refresh()
          }}
        />
      )}
      {(opened?.kind === 'log' || opened?.kind === 'test') && (
        <DeliveriesDialog
          title={`Deliveries of ${opened.rule.name}`}
          empty="Send a test message, or wait for the next launch to end."
          load={() =>
            send(listNotificationDeliveries, { params: { projectKey: key, ruleId: opened.rule.id } }).then(
              ({ items }) => items,
            )
          }
          resend={(deliveryId) =>
            send(resendNotification, { params: { projectKey: key, ruleId: opened.rule.id, deliveryId }, body: {} })
          }
          test={() => send(testNotificationRule, { params: { projectKey: key, ruleId: opened.rule.id }, body: {} })}
          isTest={opened.kind === 'test'}
          onClose={() => {
            close()
            refresh()
          }}
        />
      )}
      {opened?.kind === 'direct' && (
        <DeliveriesDialog
          title="Deliveries of launchers and agents"
          empty="Messages appear here when a launch ends whose launcher or agent names channels or addresses."
          load={() => send(listDirectDeliveries, { params: { projectKey: key } }).then(({ items }) => items)}
          resend={(deliveryId) => send(resendDirectDelivery, { params: { projectKey: key, deliveryId }, body: {} })}
          test={null}
          isTest={false}
          onClose={close}
        />
      )}
      {opened?.kind === 'secret' && <SecretDialog secret={opened.secret} onClose={close} />}
      {deletion.dialog}
    </SettingsPage>
  )
}

interface RuleProps {
  rule: NotificationRule
  connected: Connected
  onOpen: (kind: 'edit' | 'log' | 'test') => void
  onDelete: () => void
  onRenew: () => void
  onSwitched: () => void
}

function Rule({ rule, connected, onOpen, onDelete, onRenew, onSwitched }: RuleProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const { name, condition, target, lastDelivery } = rule
  const isOn = useOptimistic({
    source: rule,
    read: (source) => source.isOn,
    save: (wanted, saved) =>
      send(updateNotificationRule, {
        params: { projectKey: key, ruleId: rule.id },
        body: { isOn: wanted, expected: { isOn: saved } },
      }),
    onSaved: onSwitched,
  })
  const missing = missingFor(target, connected)
  const filter = filterOf(rule)
  return (
    <li data-off={isOn.shown ? undefined : ''}>
      <Switch aria-label={`${name} is on`} checked={isOn.shown} onCheckedChange={isOn.set} />
      <div className={switchList.text}>
        <b>{name}</b>
        <span>
          {CONDITION_LABELS[condition]}
          {filter !== '' && ` · ${filter}`}
        </span>
        <span>
          {TARGET_LABELS[target]} · {targetOf(rule)}
        </span>
        {missing !== null && <span className={styles.missing}>{missing}</span>}
      </div>
      <div className={styles.last}>
        {lastDelivery === null ? (
          'Nothing sent yet'
        ) : (
          <>
            <DeliveryTag state={lastDelivery.state} />
            <RelativeTime at={Date.parse(lastDelivery.at)} />
          </>
        )}
      </div>
      <div>
        <IconButton size="sm" label={`Send a test message by ${name}`} onClick={() => onOpen('test')}>
          <Send aria-hidden />
        </IconButton>
        <IconButton size="sm" label={`Deliveries of ${name}`} onClick={() => onOpen('log')}>
          <ListChecks aria-hidden />
        </IconButton>
        {target === 'webhook' && (
          <IconButton size="sm" label={`New signing secret of ${name}`} onClick={onRenew}>
            <KeyRound aria-hidden />
          </IconButton>
        )}
        <IconButton size="sm" label={`Edit ${name}`} onClick={() => onOpen('edit')}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton size="sm" label={`Delete ${name}`} onClick={onDelete}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}
