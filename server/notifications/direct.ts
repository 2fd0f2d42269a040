import { DIRECT_TARGETS, type DirectTarget } from '../../contract/notifications/deliveries.ts'
import { NOTIFICATION_LIMITS } from '../../contract/notifications/notification-texts.ts'
import type { Tx } from '../db/open.ts'
import { type LaunchRow, readRecipients } from '../launches/launches.ts'
import { keyOf, targetsOfAgent, targetsOfConfig, type NamedTargets } from './named-targets.ts'
import type { DeliveryRow, RuleRow } from './stored.ts'

/** A launcher or an agent, with the channels and addresses that it names. */
export interface TargetSource extends Pick<DirectDestination, 'sender' | 'sender_name'> {
  targets: NamedTargets
}

/** Destination of one message: a channel, or all addresses of a mail. */
export interface DirectDestination extends Pick<DeliveryRow, 'sender_name' | 'destination'> {
  sender: NonNullable<DeliveryRow['sender']>
  target: DirectTarget
}

/** Resolves with the launcher and the agent of a launch, if they name destinations; the launcher comes first. */
export const readTargetSources = async (
  tx: Tx,
  launch: Pick<LaunchRow, 'id' | 'framework' | 'notifications'>,
): Promise<TargetSource[]> => {
  const run = await tx
    .selectFrom('launch_execution as e')
    .leftJoin('launcher as l', 'l.id', 'e.launcher_id')
    .leftJoin('launcher_preset as p', 'p.id', 'e.preset_id')
    .select(['e.config', 'l.name as launcher', 'p.name as preset'])
    .where('e.launch_id', '=', launch.id)
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const sources: TargetSource[] = [
    { sender: 'agent', sender_name: launch.framework ?? '', targets: targetsOfAgent(launch.notifications) },
  ]
  if (run !== undefined)
    sources.unshift({
      sender: 'launcher',
      sender_name: [run.launcher, run.preset].filter((name) => name !== null).join(' / '),
      targets: targetsOfConfig(run.config),
    })
  return sources.filter(({ targets }) => DIRECT_TARGETS.some((target) => targets[target].length > 0))
}

/** Resolves with the named channels and addresses that none of these rules sends to, without duplicates. */
export const directDestinations = async (
  tx: Tx,
  projectId: number,
  sources: readonly TargetSource[],
  rules: readonly Pick<RuleRow, 'target' | 'channel' | 'recipients'>[],
): Promise<DirectDestination[]> => {
  const isMailed = sources.some(({ targets }) => targets.email.length > 0)
  const taken: Record<DirectTarget, Set<string>> = {
    slack: new Set(rules.flatMap(({ target, channel }) => (target === 'slack' ? [keyOf(channel)] : []))),
    teams: new Set(rules.some(({ target }) => target === 'teams') ? [TEAMS] : []),
    email: new Set(isMailed ? await mailedBy(tx, projectId, rules) : []),
  }
  return sources.flatMap(({ sender, sender_name, targets }) =>
    DIRECT_TARGETS.flatMap((target) => {
      const free = targets[target].filter((name) => !taken[target].has(destinationKey(target, name)))
      for (const name of free) taken[target].add(destinationKey(target, name))
      return destinationsOf(target, free).map((destination) => ({ sender, sender_name, target, destination }))
    }),
  )
}

/** The Teams integration posts to one channel, regardless of the names. */
const TEAMS = 'teams'
const destinationKey = (target: DirectTarget, name: string): string => (target === 'teams' ? TEAMS : keyOf(name))

const mailedBy = async (
  tx: Tx,
  projectId: number,
  rules: readonly Pick<RuleRow, 'target' | 'recipients'>[],
): Promise<string[]> => {
  const mailed = new Set(rules.flatMap(({ target, recipients }) => (target === 'email' ? recipients : [])))
  if (mailed.size === 0) return []
  const members = await readRecipients(tx, projectId)
  return members.filter(({ id }) => mailed.has(id)).map(({ email }) => keyOf(email))
}

/**
 * Returns the destinations of the names: one message per Slack channel, one for Teams, and one mail to all addresses. Too many names stay
 * in one destination, which the attempt rejects, so that the log shows the reason.
 */
const destinationsOf = (target: DirectTarget, names: readonly string[]): string[] => {
  const max = NOTIFICATION_LIMITS.named[target]
  const shown = names.slice(0, max + 1).map((name) => name.slice(0, NOTIFICATION_LIMITS.namedLength).toWellFormed())
  if (shown.length === 0) return []
  return target === 'slack' && shown.length <= max ? shown : [shown.join(', ')]
}
