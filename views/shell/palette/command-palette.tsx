/** Command palette: go to, create, switch by a few letters and Enter. Loaded on first use. */
import { CornerDownLeft } from 'lucide-react'
import { useActor } from '@xstate/react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { fromPromise } from 'xstate'
import { searchAsYouType, type Found } from '../../../machines/patterns/search.machine.ts'
import { Kbd } from '../../ui/controls/kbd.tsx'
import { messageOf } from '../../../services/http/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useOverlay } from '../../ui/overlays/use-overlays.ts'
import { groupCommands, matchCommands } from './commands.ts'
import type { Command } from './commands.ts'
import styles from './command-palette.module.css'

export interface CommandPaletteProps {
  commands: readonly Command[]
  /** Searches test cases, launches and tests of the open project. */
  onSearch?: ((q: string) => Promise<Found<Command>>) | undefined
  onClose: () => void
}

/** Minimum letters, and the debounce in ms, before the project is searched. */
const SEARCH = { minLetters: 2, pauseMs: 150 }

export function CommandPalette({ commands, onSearch, onClose }: CommandPaletteProps) {
  const overlays = useOverlay(onClose)
  const [, navigate] = useLocation()
  const [machine] = useState(() =>
    searchAsYouType<Command>(SEARCH).provide({
      actors: {
        search: fromPromise<Found<Command>, { q: string }>(
          async ({ input: { q } }) => (await onSearch?.(q)) ?? { items: [] },
        ),
      },
    }),
  )
  const [search, send] = useActor(machine)
  const isSearching = onSearch !== undefined && (search.matches('typing') || search.matches('searching'))
  const { q } = search.context
  const own = matchCommands(commands, q)
  const shown = groupCommands([
    ...own,
    ...search.context.items.filter(({ href }) => !own.some((one) => one.href === href)),
  ])
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    if (command.href === undefined) command.run()
    else navigate(command.href)
  }
  const type = (typed: string) => send({ type: 'query/typed', q: typed })
  if (overlays === null) return null
  return (
    <overlays.ModalPart onClose={onClose} className={styles.palette}>
      <overlays.PlainDialog aria-label="Command palette" className={styles.sheet}>
        <overlays.Searched q={q} onType={type}>
          <overlays.SearchInput
            label="Search commands"
            className={styles.field}
            placeholder={onSearch ? 'Search the project, go to, create…' : 'Go to, create, switch project…'}
          />
          <overlays.OptionList
            aria-label="Commands"
            className={styles.list}
            // Enter runs the first one, also before anything is typed.
            autoFocus="first"
            options={shown.map(optionOf)}
            onAction={(id) => run(shown.find((command) => command.id === id))}
          />
        </overlays.Searched>
        <output className={styles.state}>
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
            shown.length === 0 && `No results for “${q}”.`
          )}
        </output>
      </overlays.PlainDialog>
    </overlays.ModalPart>
  )
}

const optionOf = ({ id, label, group, icon, words, detail, keys }: Command) => ({
  id,
  label,
  group,
  content: (
    <>
      {icon}
      <span className={styles.words}>
        {words ?? label}
        {detail !== undefined && <small>{detail}</small>}
      </span>
      {keys !== undefined && <Kbd keys={keys} />}
      <CornerDownLeft aria-hidden className={styles.enter} />
    </>
  ),
})
