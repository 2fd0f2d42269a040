/** Fields of a plan: title, description, milestone, environment, cases and configurations (PLANED-02). */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- output belongs to forms, and what is laid out as a div is no fieldset */
import { Check, Plus, X } from 'lucide-react'
import { useId } from 'react'
import type { TestPlan } from '../../../contract/plans/plans.ts'
import type { ConfigurationGroup } from '../../../contract/settings/configurations.ts'
import { PLAN_TEXTS } from '../../../contract/plans/plan-texts.ts'
import { generated, removedRuns } from '../../../machines/plans/planned-runs.ts'
import { EnvironmentField } from '../../shared/forms/environment-field.tsx'
import { MilestoneField } from '../../shared/forms/milestone-field.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FieldNote } from '../../ui/forms/field.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import type { ProjectChoices } from '../../shared/project-choices.ts'
import type { PlanForm } from './use-plan-editor.ts'
import styles from './editor.module.css'

interface PlanFieldsProps {
  of: PlanForm
  plan: TestPlan | null
  choices: ProjectChoices | null
  onChooseCases: () => void
}

export function PlanFields({ of, plan, choices, onChooseCases }: PlanFieldsProps) {
  const { field, values, change } = of
  const title = field('title')
  return (
    <>
      <TextField
        {...title}
        label="Title"
        autoComplete="off"
        maxLength={256}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form
        autoFocus={plan === null}
        onValueChange={(text) => change({ title: text.trimStart() })}
      />
      <TextArea
        {...field('description')}
        label="Description"
        rows={3}
        description="Supports Markdown."
        onValueChange={(description) => change({ description })}
      />
      <div className={styles.two}>
        <MilestoneField
          value={values.milestoneId}
          error={field('milestoneId').error}
          choices={choices}
          current={plan?.milestone}
          onValueChange={(milestoneId) => change({ milestoneId })}
        />
        <EnvironmentField
          value={values.environmentId}
          error={field('environmentId').error}
          choices={choices}
          current={plan?.environment}
          onValueChange={(environmentId) => change({ environmentId })}
        />
      </div>
      <BaseSelection of={of} onChooseCases={onChooseCases} />
      <Configurations of={of} choices={choices} />
    </>
  )
}

function BaseSelection({ of: { field, values }, onChooseCases }: Pick<PlanFieldsProps, 'of' | 'onChooseCases'>) {
  const id = useId()
  const count = values.baseTestCaseIds.length
  const { error } = field('baseTestCaseIds')
  return (
    <fieldset className={styles.group}>
      <legend>Base case selection</legend>
      <div className={styles.base}>
        <span>{count === 0 ? 'No test cases yet' : <b>{formatCount(count, 'case', 'cases')}</b>}</span>
        <Button
          size="sm"
          aria-label={count === 0 ? 'Choose test cases' : 'Change the base case selection'}
          aria-describedby={id}
          aria-invalid={error === undefined ? undefined : true}
          onClick={onChooseCases}
        >
          {count === 0 ? 'Choose' : 'Change'}
        </Button>
      </div>
      <FieldNote id={id} error={error} description="Every run has these cases, unless it has its own." />
    </fieldset>
  )
}

function Configurations({ of, choices }: Pick<PlanFieldsProps, 'of' | 'choices'>) {
  const { field, values, change } = of
  const id = useId()
  const known = choices?.configurations ?? []
  const others = known.filter((group) => values.configurations.every((one) => one.id !== group.id))
  const isTooMany = generated(values) === null
  const unlisted = removedRuns({ ...values, checks: {} }).length
  const put = (group: ConfigurationGroup) =>
    change({ configurations: values.configurations.map((one) => (one.id === group.id ? group : one)) })
  return (
    <fieldset className={styles.group}>
      <legend>Configurations</legend>
      {values.configurations.map((group) => (
        <Group
          key={group.id}
          group={group}
          known={known.find((one) => one.id === group.id) ?? null}
          onChange={put}
          onRemove={() => change({ configurations: values.configurations.filter((one) => one.id !== group.id) })}
        />
      ))}
      {unlisted > 0 && (
        <p className={styles.loss} role="status">
          {unlisted === 1
            ? '1 run of this plan is not among the combinations any more. Saving removes and deletes it.'
            : `${unlisted} runs of this plan are not among the combinations any more. Saving removes and deletes them.`}
        </p>
      )}
      <FieldNote id={id} error={isTooMany ? PLAN_TEXTS.tooManyCombinations : field('configurations').error} />
      {others.length > 0 && (
        <span>
          <Menu
            label="Configuration groups"
            trigger={
              <Button variant="quiet" size="sm" icon={<Plus aria-hidden />} aria-describedby={id}>
                Configuration group
              </Button>
            }
          >
            {others.map((group) => (
              <MenuItem
                key={group.id}
                onSelect={() => change({ configurations: [...values.configurations, group] })}
                isDisabled={group.options.length === 0}
                {...(group.options.length === 0 ? { description: 'It has no options' } : {})}
              >
                {group.name}
              </MenuItem>
            ))}
          </Menu>
        </span>
      )}
      {choices !== null && known.length === 0 && values.configurations.length === 0 && (
        <p className={styles.hint}>
          This project has no configurations yet. They are in its settings, under Testing configurations.
        </p>
      )}
    </fieldset>
  )
}

interface GroupProps {
  group: ConfigurationGroup
  /** The current group in the settings; null if it was deleted. */
  known: ConfigurationGroup | null
  onChange: (group: ConfigurationGroup) => void
  onRemove: () => void
}

function Group({ group, known, onChange, onRemove }: GroupProps) {
  const chosen = new Set(group.options.map(({ id }) => id))
  const inSettings = known?.options ?? []
  const deleted = group.options.filter(({ id }) => inSettings.every((option) => option.id !== id))
  // Options of the settings, plus deleted ones until they are removed.
  const offered = [...inSettings, ...deleted]
  const toggle = (id: number) =>
    onChange({
      ...group,
      options: offered.filter((option) => (option.id === id ? !chosen.has(id) : chosen.has(option.id))),
    })
  return (
    <div className={styles.configuration} role="group" aria-label={group.name}>
      <div>
        <b>{group.name}</b>
        <span className={styles.of}>
          {chosen.size} of {offered.length}
        </span>
        <IconButton size="sm" label={`${group.name} does not apply`} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className={styles.options}>
        {offered.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className={styles.option}
            aria-pressed={chosen.has(id)}
            onClick={() => toggle(id)}
          >
            {chosen.has(id) ? <Check aria-hidden /> : <Plus aria-hidden />}
            {name}
            {deleted.some((option) => option.id === id) && <span className={styles.of}>deleted</span>}
          </button>
        ))}
      </div>
    </div>
  )
}
