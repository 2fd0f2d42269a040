import {
  addConfigurationGroup,
  addConfigurationOption,
  addEnvironment,
  addMilestone,
  editMilestone,
} from '../settings/settings.ts'
import { SHOP_BROWSERS, SHOP_ENVIRONMENTS, SHOP_MILESTONES } from './shop/settings.ts'
import { authorIn, DAY_MS, type DemoProject } from './demo.ts'

/** Ids of settings that cases, runs and sessions refer to. */
export interface DemoSettings {
  milestones: ReadonlyMap<string, number>
  /** By key. */
  environments: ReadonlyMap<string, number>
  browserGroupId: number
  browsers: ReadonlyMap<string, number>
}

export const addSettings = async (demo: DemoProject): Promise<DemoSettings> => {
  const { db, now } = demo
  const author = authorIn(demo)
  const dayAfter = (days: number): string => new Date(now + days * DAY_MS).toISOString().slice(0, 10)
  const milestones = new Map<string, number>()
  for (const { name, description, start, due, isCompleted } of SHOP_MILESTONES) {
    const dates = { startDate: dayAfter(start), dueDate: dayAfter(due) }
    const { id } = await addMilestone(db, author, { name, description, ...dates })
    if (isCompleted) await editMilestone(db, author, id, { completed: true, expected: { completed: false } })
    milestones.set(name, id)
  }
  const environments = new Map<string, number>()
  for (const values of SHOP_ENVIRONMENTS) environments.set(values.key, (await addEnvironment(db, author, values)).id)
  const { id: browserGroupId } = await addConfigurationGroup(db, author, SHOP_BROWSERS.name)
  const browsers = new Map<string, number>()
  for (const name of SHOP_BROWSERS.options)
    browsers.set(name, (await addConfigurationOption(db, author, browserGroupId, name)).id)
  return { milestones, environments, browserGroupId, browsers }
}
