import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useMemo } from 'react'
import { filter } from 'rxjs'
import type { LaunchTest } from '../../../contract/launches/launch-tests.ts'
import {
  undoOfQuarantine,
  changeQuarantine,
  listLaunchQuarantine,
  type QuarantineEntry,
  type QuarantineMark,
  type QuarantineOutcome,
  type WantedQuarantine,
} from '../../../contract/launches/quarantine.ts'
import {
  quarantineDialog,
  wantedOf,
  type QuarantineSubject,
} from '../../../machines/launches/quarantine-dialog.machine.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { useUndoableList } from '../../shared/lists/use-undoable-list.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { useEmitted } from '../../shared/use-emitted.ts'

/** Entries that `load` returns, live. */
export function useQuarantine<Entry>(load: () => Promise<readonly Entry[]>) {
  const { key } = useProject()
  const { send } = useApplication()
  const changes$ = useSettingsChanges(['quarantine'])
  const { actor, value, failure, hasFailed, isWorking } = useUndoableList<
    readonly Entry[],
    readonly WantedQuarantine[],
    readonly QuarantineOutcome[]
  >({
    load,
    change: (work) =>
      send(changeQuarantine, { params: { projectKey: key }, body: { items: [...work] } }).then(
        (answer) => answer.items,
      ),
    undoOf: (outcomes, isUndo) => (isUndo ? null : undoOfQuarantine(outcomes)),
    isEmpty: (work) => work.length === 0,
    follow: () => changes$.pipe(filter(({ area }) => area !== null)),
    doneText,
  })
  const dialog = useActorRef(quarantineDialog)
  useEmitted(dialog, {
    'tests/quarantined': ({ outcomes }) => actor.send({ type: 'change/made', done: outcomes }),
  })
  return {
    entries: value,
    failure,
    subjects: useSelector(dialog, ({ context }) => context.subjects),
    hasFailed,
    isAsking: useSelector(dialog, (snapshot) => snapshot.matches('open')),
    isWorking,
    refresh: useCallback(() => actor.send({ type: 'list/refresh' }), [actor]),
    ask: useCallback(
      (of: readonly QuarantineSubject[]) => dialog.send({ type: 'quarantine/ask', subjects: of }),
      [dialog],
    ),
    release: useCallback(
      (of: readonly QuarantineSubject[]) =>
        actor.send({ type: 'change/perform', work: of.map((subject) => wantedOf(subject, null)) }),
      [actor],
    ),
    cancel: useCallback(() => dialog.send({ type: 'quarantine/cancel' }), [dialog]),
    save: useCallback(
      (outcomes: readonly QuarantineOutcome[]) => dialog.send({ type: 'quarantine/saved', outcomes }),
      [dialog],
    ),
  }
}

const doneText = (outcomes: readonly QuarantineOutcome[]): string => {
  const tests = formatCount(outcomes.length, 'test')
  if (outcomes.every(({ after }) => after === null)) return `${tests} released from quarantine`
  return outcomes.every(({ before }) => before !== null) ? `Quarantine of ${tests} changed` : `${tests} quarantined`
}

const entryOf = ({ reason, until }: QuarantineMark): QuarantineEntry => ({ reason, until })

/** Quarantine entries of a launch's tests, null while loading; `ask` and `release` take its tests. */
export function useLaunchQuarantine(launchId: number) {
  const { key } = useProject()
  const { send } = useApplication()
  const quarantine = useQuarantine<QuarantineMark>(() =>
    send(listLaunchQuarantine, { params: { projectKey: key, launchId } }).then(({ items }) => items),
  )
  const { entries, ask, release } = quarantine
  const marks = useMemo(
    () => (entries === undefined || entries === null ? null : new Map(entries.map((mark) => [mark.testId, mark]))),
    [entries],
  )
  const subjectsOf = useCallback(
    (tests: readonly Pick<LaunchTest, 'id' | 'name'>[]): QuarantineSubject[] =>
      tests.map(({ id, name }) => {
        const mark = marks?.get(id)
        return { testId: id, name, version: mark?.version ?? null, entry: mark === undefined ? null : entryOf(mark) }
      }),
    [marks],
  )
  return {
    ...quarantine,
    marks,
    onQuarantine: useCallback((tests: readonly LaunchTest[]) => ask(subjectsOf(tests)), [ask, subjectsOf]),
    onRelease: useCallback((tests: readonly LaunchTest[]) => release(subjectsOf(tests)), [release, subjectsOf]),
  }
}
