/** The address of a guide holds the open step and the changed values, for reloads and sharing. */
import type { GuideValues } from '../../../machines/launches/reporting-guide.machine.ts'
import { gettingStartedHref } from '../../shared/routes.ts'
import type { StepId } from './guide.ts'

const TEXTS_OF = ['launchName', 'build', 'environment', 'browser', 'platform', 'hubUrl'] as const
const LONGEST = 255
const SYSTEMS = ['windows', 'linux', 'macos'] as const
const SHELLS = ['cmd', 'powershell'] as const

export const stepIn = (search: string): string | null => new URLSearchParams(search).get('step')

/** Drops values that no field of the guide accepts. */
export const valuesIn = (search: string): Partial<GuideValues> => {
  const given = new URLSearchParams(search)
  const texts = TEXTS_OF.flatMap((name) => {
    const value = given.get(name)
    return value === null ? [] : [[name, oneLine(value)] as const]
  })
  const os = SYSTEMS.find((one) => one === given.get('os'))
  const shell = SHELLS.find((one) => one === given.get('shell'))
  return {
    ...Object.fromEntries(texts),
    ...(given.get('video') === 'off' ? { recordsVideo: false } : {}),
    ...(os === undefined ? {} : { os }),
    ...(shell === undefined ? {} : { shell }),
  }
}

/** Values are single lines of a file or command. */
export const oneLine = (value: string): string => value.replaceAll(/[\r\n\0]+/g, ' ').slice(0, LONGEST)

export const guideHref = (
  projectKey: string,
  guideId: string,
  { step, values }: { step: StepId; values: Partial<GuideValues> },
): string => {
  const asked = new URLSearchParams({ step })
  for (const name of TEXTS_OF) if (values[name] !== undefined) asked.set(name, values[name])
  if (values.recordsVideo === false) asked.set('video', 'off')
  if (values.os !== undefined) asked.set('os', values.os)
  if (values.shell !== undefined) asked.set('shell', values.shell)
  return `${gettingStartedHref(projectKey, guideId)}?${asked.toString()}`
}
