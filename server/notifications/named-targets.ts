import { z } from 'zod/mini'
import type { LaunchPayload } from '../../contract/launchers/start.ts'
import type { DirectTarget } from '../../contract/notifications/deliveries.ts'

/** Channels and addresses that a launch names, by kind and without duplicates. */
export type NamedTargets = Record<DirectTarget, string[]>

/** Key that two spellings of the same channel or address share. */
export const keyOf = (name: string): string => name.toLowerCase().replace(/^#/, '')

const namesIn = (text: string): string[] => {
  const names = new Map<string, string>()
  for (const part of text.split(',')) {
    const name = part.trim()
    const key = keyOf(name)
    if (key !== '' && !names.has(key)) names.set(key, name)
  }
  return [...names.values()]
}

/** Returns the targets entered in a launcher, in a preset or at the start (CONF-01). */
export const targetsOfConfig = ({
  emails,
  slackChannels,
  teamsChannels,
}: Pick<LaunchPayload, 'emails' | 'slackChannels' | 'teamsChannels'>): NamedTargets => ({
  slack: namesIn(slackChannels ?? ''),
  teams: namesIn(teamsChannels ?? ''),
  email: namesIn(emails),
})

const Target = z.object({ type: z.string(), value: z.string() })
/** Protocol 2.3. Cypress sends only the list. */
const Reported = z.union([
  z.pipe(
    z.array(z.unknown()),
    z.transform((targets: unknown[]) => ({ enabled: undefined, targets })),
  ),
  z.object({ enabled: z.optional(z.unknown()), targets: z.array(z.unknown()) }),
])

/** Returns the targets that an agent reported. Ignores invalid entries, because agents may report anything. */
export const targetsOfAgent = (notifications: unknown): NamedTargets => {
  const reported = Reported.safeParse(notifications)
  const isOn = reported.success && String(reported.data.enabled).toLowerCase() !== 'false'
  const targets = isOn
    ? reported.data.targets.flatMap((one) => {
        const target = Target.safeParse(one)
        return target.success ? [target.data] : []
      })
    : []
  const namesOf = (requested: string) =>
    namesIn(
      targets
        .filter(({ type }) => type.toUpperCase() === requested)
        .map(({ value }) => value)
        .join(','),
    )
  return {
    slack: namesOf('SLACK_CHANNELS'),
    teams: namesOf('MS_TEAMS_CHANNELS'),
    email: namesOf('EMAIL_RECIPIENTS'),
  }
}
