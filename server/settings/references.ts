import { sql } from 'kysely'
import type { Feature } from '../../contract/access.ts'
import type { FieldError } from '../../contract/errors.ts'
import { isScriptAddress, SCRIPT_ADDRESS } from '../../contract/links.ts'
import type { SelectedConfiguration } from '../../contract/settings/configurations.ts'
import { TEXTS } from '../../contract/texts.ts'
import { isUser } from '../access/users.ts'
import { groupRole } from '../access/groups.ts'
import type { Db, Tx } from '../db/database.ts'

/** Requested settings of a project that values may refer to. */
export interface References {
  /** Selectable milestones. */
  milestones: ReadonlySet<number>
  environments: ReadonlySet<number>
  people: ReadonlySet<number>
  /** By option id. */
  configurations: ReadonlyMap<number, SelectedConfiguration>
}

/** References of a session, a run or a plan to the project's settings. */
interface Referring {
  assigneeId?: number | null
  milestoneId?: number | null
  environmentId?: number | null
  configurations?: readonly SelectedConfiguration[]
  requirements?: readonly string[]
}

export interface NamedReferences {
  milestones: ReadonlySet<number>
  environments: ReadonlySet<number>
  people: ReadonlySet<number>
  /** Ids of configuration options. */
  options: ReadonlySet<number>
}

export const featureIsOff = (feature: string): string => `The feature ${feature} is switched off in this workspace`

/** Returns the referenced settings that are selectable in the project, with one statement for each kind that is referenced. */
export const readReferences = async (
  db: Db | Tx,
  projectId: number,
  { milestones, environments, people, options }: NamedReferences,
): Promise<References> => {
  const idsOf = async (
    requested: ReadonlySet<number>,
    find: (ids: number[]) => Promise<readonly { id: number }[]>,
  ): Promise<Set<number>> => new Set(requested.size === 0 ? [] : (await find([...requested])).map(({ id }) => id))
  const [knownMilestones, knownEnvironments, knownPeople, knownOptions] = await Promise.all([
    idsOf(milestones, (ids) =>
      db.selectFrom('milestone').select('id').where('project_id', '=', projectId).where('id', 'in', ids).execute(),
    ),
    idsOf(environments, (ids) =>
      db
        .selectFrom('environment')
        .select('id')
        .where('project_id', '=', projectId)
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .execute(),
    ),
    idsOf(people, async (ids) => {
      const { rows } = await sql<{ id: number }>`
        select p.id from workspace_user p
         where p.id = any(${ids}::bigint[]) and ${isUser('p')}
           and (${groupRole('p')} is not null or exists (select from project_member m where m.project_id = ${projectId} and m.user_id = p.id))`.execute(
        db,
      )
      return rows
    }),
    options.size === 0
      ? []
      : sql<SelectedConfiguration>`
          select g.id as "groupId", o.id as "optionId", g.name as "groupName", o.name as "optionName"
            from configuration_option o join configuration_group g on g.id = o.group_id
           where g.project_id = ${projectId} and o.id = any(${[...options]}::bigint[])`
          .execute(db)
          .then(({ rows }) => rows),
  ])
  return {
    milestones: knownMilestones,
    environments: knownEnvironments,
    people: knownPeople,
    configurations: new Map(knownOptions.map((option) => [option.optionId, option])),
  }
}

/**
 * Returns the errors of references to be written: the referenced settings must be selectable in the project, and the feature of a field
 * must be enabled. Values that `held` already has are always allowed.
 */
export const referenceFaults = (
  known: References,
  features: readonly Feature[],
  values: Referring,
  held: Referring | null,
): FieldError[] => {
  const faults: FieldError[] = []
  const chosen = { assigneeId: known.people, milestoneId: known.milestones, environmentId: known.environments } as const
  for (const [field, choosable] of Object.entries(chosen)) {
    const name = field as keyof typeof chosen
    const id = values[name]
    if (id != null && id !== held?.[name] && !choosable.has(id)) faults.push({ field, message: TEXTS.entryUnknown })
  }
  const groups = new Set<number>()
  for (const [place, { groupId, optionId }] of (values.configurations ?? []).entries()) {
    const field = `configurations.${place}`
    const isHeld = held?.configurations?.some((one) => one.groupId === groupId && one.optionId === optionId) ?? false
    if (!isHeld && known.configurations.get(optionId)?.groupId !== groupId)
      faults.push({ field, message: TEXTS.entryUnknown })
    else if (groups.has(groupId)) faults.push({ field, message: 'There is another option of this group' })
    groups.add(groupId)
  }
  const { requirements = [] } = values
  for (const [place, requirement] of requirements.entries())
    if (isScriptAddress(requirement)) faults.push({ field: `requirements.${place}`, message: SCRIPT_ADDRESS })
  const isNew = requirements.some((one) => !held?.requirements?.includes(one))
  if (isNew && !features.includes('requirements-mapping'))
    faults.push({ field: 'requirements', message: featureIsOff('requirements-mapping') })
  return faults
}

/** Returns the selected options with their current names; previously selected ones keep their names. */
export const settledConfigurations = (
  known: Pick<References, 'configurations'>,
  chosen: readonly SelectedConfiguration[],
  held: readonly SelectedConfiguration[],
): SelectedConfiguration[] =>
  chosen.map(
    (one) =>
      held.find(({ groupId, optionId }) => groupId === one.groupId && optionId === one.optionId) ??
      known.configurations.get(one.optionId) ??
      one,
  )
