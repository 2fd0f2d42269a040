import { describe, expect, test } from 'vitest'
import { groupCommands, matchCommands } from '../../../views/shell/palette/commands.ts'
import type { Command } from '../../../views/shell/palette/commands.ts'
import { currentItem } from '../../../views/shell/navigation.ts'

describe('the current place', () => {
  const items = ['/projects', '/projects/SHOP/automation-launches', '/projects/SHOP/runs'].map((href) => ({
    id: href,
    label: href,
    icon: null,
    href,
  }))
  test.each([
    ['/projects/SHOP/automation-launches/42/tests/7', '/projects/SHOP/automation-launches'],
    ['/projects/SHOP/automation-launches?page=2', '/projects/SHOP/automation-launches'],
    ['/projects', '/projects'],
    ['/projects/SHOP/nowhere', undefined],
    ['/projectsmanship', undefined],
  ])('%s lies under %s', (location, href) => expect(currentItem(items, location)?.href).toBe(href))
})

describe('the command palette', () => {
  const command = (label: string, group: string, keywords?: string): Command => ({
    id: label,
    label,
    group,
    href: '/',
    ...(keywords === undefined ? {} : { keywords }),
  })
  const commands = [
    command('Launches', 'Go to', 'results'),
    command('Test runs', 'Go to'),
    command('New project', 'Create'),
    command('Relaunch the last launch', 'Launch'),
  ]
  const labels = (query: string) => matchCommands(commands, query).map(({ label }) => label)
  test('offers all of them before anything is typed', () => expect(labels(' ')).toHaveLength(4))
  test('puts the beginning of the name first', () =>
    expect(labels('laun')).toEqual(['Launches', 'Relaunch the last launch']))
  test('finds by other words', () => expect(labels('results')).toEqual(['Launches']))
  test('wants every word', () => expect(labels('new run')).toEqual([]))
  test('keeps groups together, in the order of their first command', () =>
    expect(groupCommands([...commands, command('Projects', 'Go to')]).map(({ group }) => group)).toEqual([
      'Go to',
      'Go to',
      'Go to',
      'Create',
      'Launch',
    ]))
})
