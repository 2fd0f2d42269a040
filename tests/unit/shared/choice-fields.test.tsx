import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EnvironmentField } from '../../../views/shared/forms/environment-field.tsx'
import { MilestoneField } from '../../../views/shared/forms/milestone-field.tsx'

const choices = {
  milestones: [
    { id: 1, label: '2.40', isCompleted: true },
    { id: 2, label: '2.41', isCompleted: false },
  ],
  environments: [{ id: 1, label: 'Staging', aside: 'deleted', isDeleted: true }],
  isComplete: true,
}
type Choices = typeof choices | null

const shownIn = (markup: string) => /aria-label="([^"]*)"/.exec(markup)?.[1]
const field = { error: undefined, onValueChange: () => undefined }
const milestone = (value: number | null, current: { id: number; name: string } | null, loaded: Choices = choices) =>
  shownIn(renderToStaticMarkup(<MilestoneField {...field} {...{ value, current }} choices={loaded} />))
const environment = (value: number, loaded: Choices = choices) =>
  shownIn(renderToStaticMarkup(<EnvironmentField {...field} value={value} current={null} choices={loaded} />))

test('a form shows a milestone that was deleted meanwhile as deleted, and a completed or stored one by its name', () => {
  expect(milestone(2, null)).toBe('Milestone: 2.41')
  expect(milestone(1, null)).toBe('Milestone: 2.40')
  expect(milestone(3, { id: 3, name: '2.42' })).toBe('Milestone: 2.42')
  expect(milestone(3, null)).toBe('Milestone: Deleted')
  expect(milestone(null, null)).toBe('Milestone: None')
})

test('a form does not call a milestone deleted while the list loads, or if it did not load', () => {
  expect(milestone(3, null, null)).toBe('Milestone: ')
  expect(milestone(3, null, { ...choices, milestones: [], isComplete: false })).toBe('Milestone: #3')
})

test('a form shows the name of a deleted environment, and that it is deleted', () => {
  expect(environment(1)).toBe('Environment: Staging deleted')
  expect(environment(2)).toBe('Environment: Deleted')
})
