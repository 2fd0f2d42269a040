import type { TestCaseLink } from '../../../contract/launches/launch-tests.ts'
import {
  mergeOrigins,
  originInProperties,
  type LaunchOrigin,
  type OriginField,
} from '../../../contract/launches/launch-origin.ts'
import type { Label } from '../../../contract/launches/launches.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { wrongField } from '../../http/refusal.ts'
import { cut } from '../../db/storable.ts'

/** Returns the entries. Throws 400 when a launch or test would have too many or too long ones: lists show all of them. */
const requireRoom = <Entry extends object>(entries: Entry[]): Entry[] => {
  const characters = entries.reduce((sum, entry) => sum + Object.values(entry).join('').length, 0)
  if (entries.length > LIMITS.reportedEntries || characters > LIMITS.reportedCharacters)
    throw wrongField(
      'items',
      `One launch or test holds at most ${LIMITS.reportedEntries} of these, and ${LIMITS.reportedCharacters} characters in all`,
    )
  return entries
}

/** Adds labels and ignores known pairs. Returns the same array when nothing changes. */
export const addLabels = (labels: Label[], added: readonly Label[]): Label[] => {
  const pairOf = ({ key, value }: Label) => JSON.stringify([key, value])
  const known = new Set(labels.map(pairOf))
  const fresh = added.filter((label) => {
    const pair = pairOf(label)
    return !known.has(pair) && known.add(pair)
  })
  return fresh.length === 0 ? labels : requireRoom([...labels, ...fresh.map(({ key, value }) => ({ key, value }))])
}

/** Adds the fields that labels state by their keys, as `branch`, and are not known. Returns the same object when nothing changes. */
export const addLabeledOrigin = (origin: LaunchOrigin, labels: readonly Label[]): LaunchOrigin => {
  const found = originInProperties(labels.map(({ key, value }) => [key, value]))
  const isKnown = (Object.keys(found) as OriginField[]).every((field) => origin[field] !== undefined)
  return isKnown ? origin : mergeOrigins(origin, found)
}

interface Reference {
  name: string
  value: string
}
/** Adds links; a known name gets the new value. */
export const addReferences = (refs: Reference[], added: readonly Reference[]): Reference[] => {
  const isKnown = added.every(({ name, value }) => refs.some((ref) => ref.name === name && ref.value === value))
  if (isKnown) return refs
  const byName = new Map(refs.map((ref) => [ref.name, ref]))
  for (const { name, value } of added) byName.set(name, { name, value })
  return requireRoom([...byName.values()])
}

/** Links test cases by system and id; without a status, the stored one is kept. */
export const addTestCases = (
  links: TestCaseLink[],
  added: readonly { tcmType: TestCaseLink['tcmType']; testCaseId: string; resultStatus?: string | null | undefined }[],
): TestCaseLink[] => {
  let all = links
  for (const { tcmType, testCaseId, resultStatus } of added) {
    const known = all.find((link) => link.tcmType === tcmType && link.testCaseId === testCaseId)
    if (!known) all = [...all, { tcmType, testCaseId, resultStatus: resultStatus ?? null }]
    else if (resultStatus !== null && resultStatus !== undefined && resultStatus !== known.resultStatus)
      all = all.map((link) => (link === known ? { ...link, resultStatus } : link))
  }
  return all === links ? links : requireRoom(all)
}

/** Adds settings of test management; null removes one (protocol 5). */
export const addSettings = (
  settings: Record<string, unknown>,
  added: Record<string, unknown>,
): Record<string, unknown> => {
  if (Object.keys(added).length === 0) return settings
  const all = Object.entries({ ...settings, ...added }).filter(([, value]) => value !== null && value !== undefined)
  requireRoom(all)
  return Object.fromEntries(all)
}

const LOCALE_LABEL = 'com.zebrunner.app/sut.locale'
const TCM_LABEL = 'com.zebrunner.app/tcm.'
const CASE_LABELS = new Map<string, TestCaseLink['tcmType']>([
  ['zebrunner.test-case-key', 'ZEBRUNNER'],
  ['testrail.case-id', 'TEST_RAIL'],
  ['xray.test-key', 'XRAY'],
  ['zephyr.test-case-key', 'ZEPHYR'],
])

/** Splits legacy labels into the locale, settings and cases of test management, and regular labels (protocol 2.8, 5). */
export const sortLabels = (given: readonly Label[]) => {
  const labels: Label[] = []
  const testCases: { tcmType: TestCaseLink['tcmType']; testCaseId: string }[] = []
  const tcm: Record<string, string> = {}
  let locale: string | null = null
  for (const { key, value } of given) {
    const setting = key.startsWith(TCM_LABEL) ? key.slice(TCM_LABEL.length) : null
    const tcmType = setting === null ? undefined : CASE_LABELS.get(setting)
    if (key === LOCALE_LABEL) locale = cut(value, 255)
    else if (tcmType !== undefined && value !== '') testCases.push({ tcmType, testCaseId: value })
    else if (setting !== null) tcm[setting] = value
    else labels.push({ key, value })
  }
  return { labels, testCases, tcm, locale }
}
