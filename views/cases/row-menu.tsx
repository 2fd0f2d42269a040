/** Context menu of a row: right click and menu key. */
import { useSelector } from '@xstate/react'
import { Copy, FolderInput, Link as LinkIcon, PanelRight, Pencil, SquarePen, Trash2 } from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import type { RowMenu as OpenedMenu } from '../../machines/cases/repository-page.machine.ts'
import { MenuItem, MenuSeparator } from '../ui/overlays/menu.tsx'
import { PointMenu } from '../ui/overlays/point-menu.tsx'
import { copyLink } from './case/case-actions.tsx'
import { SuiteMenuItems } from './list/suite-line.tsx'
import type { RepositoryViewState } from './use-repository-view.ts'
import { rowOf } from '../shared/cases/case-titles.ts'
import { formatCount } from '../ui/text/figures.ts'

const ROW = '[role=row][id], [role=treeitem][id]'

const rowOfElement = (row: Element | null): Omit<OpenedMenu, 'at'> | null => {
  const [kind, id] = row?.id.split('-') ?? []
  if (kind === 'case') return { pane: 'list', kind, id: Number(id) }
  if (kind !== 'suite' && kind !== 'tree') return null
  return { pane: kind === 'tree' ? 'tree' : 'list', kind: 'suite', id: Number(id) }
}

/** Handlers for the container of the rows. */
export const useRowMenu = ({ page, canWrite }: Pick<RepositoryViewState, 'page' | 'canWrite'>) => {
  const open = (row: Element | null, at: OpenedMenu['at']): boolean => {
    const of = canWrite ? rowOfElement(row) : null
    if (of !== null) page.send({ type: 'menu/opened', menu: { ...of, at } })
    return of !== null
  }
  return {
    onContextMenu: (event: MouseEvent) => {
      const row = event.target instanceof Element ? event.target.closest(ROW) : null
      if (open(row, { x: event.clientX, y: event.clientY })) event.preventDefault()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
      const active = event.target instanceof Element ? event.target.getAttribute('aria-activedescendant') : null
      const row = active === null ? null : document.getElementById(active)
      const box = row?.getBoundingClientRect()
      if (box !== undefined && open(row, { x: box.left + 40, y: box.bottom })) event.preventDefault()
    },
  }
}

export function RowMenu({ view }: { view: RepositoryViewState }) {
  const { page, structure, rows, actions } = view
  const menu = useSelector(page, (state) => state.context.menu)
  if (menu === null) return null
  const suite = menu.kind === 'suite' ? structure.byId.get(menu.id) : undefined
  const row = menu.kind === 'case' ? rowOf(rows, menu.id) : undefined
  if (suite === undefined && row === undefined) return null
  // The menu closes before the action, which may move focus.
  const close = () => {
    // While the menu is open, everything else is inert and cannot be focused.
    flushSync(() => page.send({ type: 'menu/closed' }))
    if (menu.pane === 'tree') document.querySelector<HTMLElement>('[role=tree][data-surface]')?.focus()
  }
  return (
    <PointMenu
      label={suite ? `Actions for suite ${suite.title}` : `Actions for ${row?.key ?? ''}`}
      at={menu.at}
      onClose={close}
    >
      {suite !== undefined && <SuiteMenuItems suite={suite} actions={actions.suiteActions} />}
      {row !== undefined && <CaseMenuItems view={view} row={row} />}
    </PointMenu>
  )
}

function CaseMenuItems({ view, row }: { view: RepositoryViewState; row: NonNullable<ReturnType<typeof rowOf>> }) {
  const { repository, page, selection, operations, actions, ask, hrefOf, isChosen, chosenCount } = view
  // On a selected row, bulk actions apply to the whole selection.
  const isOfChoice = isChosen(row.id) && chosenCount > 1
  const many = isOfChoice ? ` ${formatCount(chosenCount, 'test case', 'test cases')}` : ''
  return (
    <>
      <MenuItem
        icon={<PanelRight aria-hidden />}
        onSelect={() => repository.send({ type: 'case/opened', caseId: row.id })}
      >
        Open
      </MenuItem>
      <MenuItem icon={<SquarePen aria-hidden />} onSelect={() => ask({ what: 'edit', caseId: row.id })}>
        Edit
      </MenuItem>
      <MenuItem
        icon={<Pencil aria-hidden />}
        keys="F2"
        onSelect={() => page.send({ type: 'rename/started', renaming: { pane: 'list', kind: 'case', id: row.id } })}
      >
        Rename
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => ask({ what: 'clone', caseId: row.id })}>
        Clone
      </MenuItem>
      <MenuItem
        icon={<FolderInput aria-hidden />}
        onSelect={() =>
          ask({ what: 'move', dragged: actions.draggedCases(row), title: `Move${many || ` ${row.key}`} to…` })
        }
      >
        {`Move${many} to…`}
      </MenuItem>
      <MenuItem icon={<LinkIcon aria-hidden />} onSelect={() => void copyLink(hrefOf(row))}>
        Copy link
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 aria-hidden />}
        isDanger
        keys="Delete"
        onSelect={() => {
          if (isOfChoice) selection.send({ type: 'ids/wanted', purpose: 'delete' })
          else void operations.deleteCases([row.id])
        }}
      >
        {`Delete${many}`}
      </MenuItem>
    </>
  )
}
