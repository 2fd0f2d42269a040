import type { ConfigurationGroup, ConfigurationOption } from '../../contract/settings/configurations.ts'
import {
  createConfigurationGroup,
  createConfigurationOption,
  deleteConfigurationGroup,
  deleteConfigurationOption,
  listConfigurationGroups,
  renameConfigurationGroup,
  renameConfigurationOption,
} from '../../contract/settings/configurations.ts'
import type { SettingsChange } from '../../contract/settings/changes.ts'
import { TEXTS } from '../../contract/texts.ts'
import type { Tx } from '../db/database.ts'
import type { Db } from '../db/open.ts'
import { mergeEdit } from '../http/merge-edit.ts'
import { notFound } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { appendChanges, authorOf, type SettingsAuthor } from './changes.ts'
import { unlessTaken } from '../http/unique.ts'

const taken = { field: 'name', message: TEXTS.nameTaken }
const uniqueName = { configuration_group_name: taken, configuration_option_name: taken }

/** Runs one transaction, with one event of the changes if there are any. */
const change = <T>(
  db: Db,
  author: SettingsAuthor,
  act: (tx: Tx, changed: (change: SettingsChange) => void) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    const changes: SettingsChange[] = []
    const answer = await unlessTaken(
      act(tx, (one) => changes.push(one)),
      uniqueName,
    )
    await appendChanges(tx, { area: 'configurations', ...author, changes })
    return answer
  })

/** See `createConfigurationGroup`. */
export const addConfigurationGroup = (db: Db, author: SettingsAuthor, name: string): Promise<ConfigurationGroup> =>
  change(db, author, async (tx, changed) => {
    const { id } = await tx
      .insertInto('configuration_group')
      .values({ project_id: author.projectId, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    changed({ kind: 'added', subject: name })
    return { id, name, options: [] }
  })

/** See `createConfigurationOption`. */
export const addConfigurationOption = (
  db: Db,
  author: SettingsAuthor,
  groupId: number,
  name: string,
): Promise<ConfigurationOption> =>
  change(db, author, async (tx, changed) => {
    const group = await lockedGroup(tx, author.projectId, groupId)
    const { id } = await tx
      .insertInto('configuration_option')
      .values({ group_id: groupId, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    changed({ kind: 'added', subject: subjectOf(group, name) })
    return { id, name }
  })

export const configurationRoutes = (routes: Routes, db: Db): void => {
  routes.inProject(listConfigurationGroups, async ({ project }) => ({ items: await groupsOf(db, project.id) }))

  routes.inProject(createConfigurationGroup, (given) => addConfigurationGroup(db, authorOf(given), given.body.name))

  routes.inProject(renameConfigurationGroup, ({ project, caller, params: { groupId }, body }) =>
    change(db, authorOf({ project, caller }), async (tx, changed) => {
      const group = await lockedGroup(tx, project.id, groupId)
      const { name = group.name } = await mergeEdit(group, body, () => group)
      await tx.updateTable('configuration_group').set({ name }).where('id', '=', groupId).execute()
      if (group.name !== name)
        changed({ kind: 'changed', subject: group.name, values: { name: { before: group.name, after: name } } })
      return { ...group, name }
    }),
  )

  routes.inProject(deleteConfigurationGroup, ({ project, caller, params: { groupId } }) =>
    change(db, authorOf({ project, caller }), async (tx, changed) => {
      const { name, options } = await lockedGroup(tx, project.id, groupId)
      await tx.deleteFrom('configuration_group').where('id', '=', groupId).execute()
      const before = options.map((option) => option.name)
      changed({ kind: 'deleted', subject: name, values: { options: { before, after: null } } })
      return {}
    }),
  )

  routes.inProject(createConfigurationOption, (given) =>
    addConfigurationOption(db, authorOf(given), given.params.groupId, given.body.name),
  )

  routes.inProject(renameConfigurationOption, ({ project, caller, params, body }) =>
    change(db, authorOf({ project, caller }), async (tx, changed) => {
      const group = await lockedGroup(tx, project.id, params.groupId)
      const option = optionOf(group, params.optionId)
      const { name = option.name } = await mergeEdit(option, body, () => option)
      await tx.updateTable('configuration_option').set({ name }).where('id', '=', option.id).execute()
      if (option.name !== name)
        changed({
          kind: 'changed',
          subject: subjectOf(group, option.name),
          values: { name: { before: option.name, after: name } },
        })
      return { id: option.id, name }
    }),
  )

  routes.inProject(deleteConfigurationOption, ({ project, caller, params }) =>
    change(db, authorOf({ project, caller }), async (tx, changed) => {
      const group = await lockedGroup(tx, project.id, params.groupId)
      const option = optionOf(group, params.optionId)
      await tx.deleteFrom('configuration_option').where('id', '=', option.id).execute()
      changed({ kind: 'deleted', subject: subjectOf(group, option.name) })
      return {}
    }),
  )
}

const subjectOf = (group: ConfigurationGroup, option: string): string => `${group.name}: ${option}`

const groupsOf = async (db: Db | Tx, projectId: number): Promise<ConfigurationGroup[]> => {
  const [groups, options] = await Promise.all([
    db
      .selectFrom('configuration_group')
      .select(['id', 'name'])
      .where('project_id', '=', projectId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('configuration_option as o')
      .innerJoin('configuration_group as g', 'g.id', 'o.group_id')
      .select(['o.id', 'o.name', 'o.group_id'])
      .where('g.project_id', '=', projectId)
      .orderBy('o.id')
      .execute(),
  ])
  return groups.map(({ id, name }) => ({
    id,
    name,
    options: options.filter(({ group_id }) => group_id === id).map((option) => ({ id: option.id, name: option.name })),
  }))
}

/** Locks the group until the transaction ends, so that the event records the actual previous state. Throws 404 in any other project. */
const lockedGroup = async (tx: Tx, projectId: number, groupId: number): Promise<ConfigurationGroup> => {
  const group = await tx
    .selectFrom('configuration_group')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where('id', '=', groupId)
    .forUpdate()
    .executeTakeFirst()
  if (!group) throw notFound('The configuration group does not exist')
  const options = await tx
    .selectFrom('configuration_option')
    .select(['id', 'name'])
    .where('group_id', '=', groupId)
    .orderBy('id')
    .execute()
  return { ...group, options }
}

const optionOf = ({ options }: ConfigurationGroup, optionId: number): ConfigurationOption => {
  const option = options.find(({ id }) => id === optionId)
  if (!option) throw notFound('The configuration option does not exist')
  return option
}
