/** Go to, create, switch: type a few letters, press Enter. Loaded when it is first asked for. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a listbox whose options hold icons and keys is no select */
import { CornerDownLeft, Search } from 'lucide-react'
import { useActor } from '@xstate/react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useLocation } from 'wouter'
import { fromPromise } from 'xstate'
import { quickSearch, type Found } from '../../../machines/shell/quick-search.machine.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { messageOf } from '../../../services/http/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { groupCommands, matchCommands } from './commands.ts'
import type { Command } from './commands.ts'
import styles from './command-palette.module.css'

export interface CommandPaletteProps {
  commands: readonly Command[]
  /** Finds what is no command: test cases, launches and tests of the project that is open. */
  onSearch?: ((q: string) => Promise<Found<Command>>) | undefined
  onClose: () => void
}

export function CommandPalette({ commands, onSearch, onClose }: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const [index, setIndex] = useState(0)
  const [, navigate] = useLocation()
  const [machine] = useState(() =>
    quickSearch<Command>().provide({
      actors: {
        search: fromPromise<Found<Command>, { q: string }>(
          async ({ input: { q } }) => (await onSearch?.(q)) ?? { items: [], failure: null },
        ),
      },
    }),
  )
  const [search, send] = useActor(machine)
  const isSearching = onSearch !== undefined && (search.matches('typing') || search.matches('searching'))
  const query = search.context.q
  const own = matchCommands(commands, query)
  const groups = groupCommands([
    ...own,
    ...search.context.items.filter(({ href }) => !own.some((one) => one.href === href)),
  ])
  const shown = groups.flatMap((group) => group.commands)
  const active = shown[Math.min(index, shown.length - 1)]

  useLayoutEffect(() => {
    const own = dialog.current
    const cameFrom = document.activeElement
    own?.showModal()
    return () => {
      own?.close()
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus()
    }
  }, [])
  useLayoutEffect(() => {
    // Nothing moves when it is in sight already.
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  const run = (command: Command) => {
    onClose()
    if (command.href === undefined) command.run()
    else navigate(command.href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowDown: (index + 1) % shown.length,
      ArrowUp: (index - 1 + shown.length) % shown.length,
      PageDown: Math.min(index + 8, shown.length - 1),
      PageUp: Math.max(index - 8, 0),
    }[event.key]
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && active !== undefined) {
      event.preventDefault()
      run(active)
    } else if (to !== undefined && shown.length > 0) {
      event.preventDefault()
      setIndex(to)
    }
  }
  return (
    <dialog
      ref={dialog}
      aria-label="Command palette"
      className={styles.palette}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles.sheet}>
        <div className={styles.field}>
          <Search aria-hidden />
          <input
            autoFocus
            role="combobox"
            aria-label="Search commands"
            aria-expanded
            aria-autocomplete="list"
            aria-controls={listId}
            aria-activedescendant={active === undefined ? undefined : `${listId}-${active.id}`}
            placeholder={onSearch ? 'Search the project, go to, create…' : 'Go to, create, switch project…'}
            value={query}
            onChange={(event) => {
              setIndex(0)
              send({ type: 'query/typed', q: event.target.value })
            }}
            onKeyDown={onKeyDown}
          />
          <Kbd keys="Esc" />
        </div>
        <div ref={list} id={listId} role="listbox" tabIndex={-1} aria-label="Commands" className={styles.list}>
          {groups.map(({ group, commands: members }) => (
            <div key={group} role="group" aria-label={group}>
              <div className={styles.heading} aria-hidden>
                {group}
              </div>
              {members.map((command) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are the combobox's, which keeps focus
                <div
                  key={command.id}
                  id={`${listId}-${command.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={command === active}
                  className={styles.option}
                  onPointerMove={() => setIndex(shown.indexOf(command))}
                  onClick={() => run(command)}
                >
                  {command.icon}
                  <span className={styles.words}>
                    {command.words ?? command.label}
                    {command.detail !== undefined && <small>{command.detail}</small>}
                  </span>
                  {command.keys !== undefined && <Kbd keys={command.keys} />}
                  {command === active && <CornerDownLeft aria-hidden />}
                </div>
              ))}
            </div>
          ))}
        </div>
        <div role="status" className={styles.state}>
          {search.matches('failed') ? (
            <>
              <span>The search did not finish: {messageOf(search.context.failure)}</span>
              <Button size="sm" onClick={() => send({ type: 'query/retried' })}>
                Retry
              </Button>
            </>
          ) : isSearching ? (
            'Searching…'
          ) : (
            shown.length === 0 && `No results for “${query}”.`
          )}
        </div>
      </div>
    </dialog>
  )
}
