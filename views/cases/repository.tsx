import { useSelector } from '@xstate/react'
import { Ellipsis, FileUp, FolderPlus, ListChecks, Plus, SquareCheck, Trash2, Workflow } from 'lucide-react'
import { useCallback } from 'react'
import { suiteForCase, suiteShown } from '../../machines/cases/repository-layout.ts'
import { isAsking } from '../../machines/cases/test-case-repository.machine.ts'
import { Page } from '../shared/page/page.tsx'
import { useAddressAsk } from '../shared/use-address-ask.ts'
import { Button } from '../ui/controls/button.tsx'
import { Later, later } from '../ui/layout/later.tsx'
import { caseModelHref, repositoryHref } from '../shared/cases/address.ts'
import { Dragging } from './dragging/dragging.tsx'
import { useRememberedFlag, withSuite } from './habits.ts'
import { ImportWizard, useMayImport } from './import/when-opened.tsx'
import { ListPane } from './list/list-pane.tsx'
import { OpenedCase } from './opened-case.tsx'
import { RowMenu, useRowMenu } from './row-menu.tsx'
import { RepositoryToolbar } from './search/repository-toolbar.tsx'
import { TreePane } from './tree/tree-pane.tsx'
import { type RepositoryViewState, useRepositoryView } from './use-repository-view.ts'
import styles from './repository.module.css'
import { useCanOpen, useProject } from '../application/context.tsx'
import { inProjectHref, paths } from '../shared/routes.ts'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '../ui/overlays/menu.tsx'

const NO_IDS: ReadonlySet<number> = new Set()

const RepositoryDialogs = later(() => import('./repository-dialogs.tsx').then((m) => m.RepositoryDialogs))

export function Repository() {
  const view = useRepositoryView()
  const { repository, page, preview, drop, operations, project, snapshot, face, structure, canWrite, isNarrow } = view
  const menu = useRowMenu(view)
  const asked = useSelector(page, (state) => state.context.ask)
  const [isBeside, setBeside] = useRememberedFlag('cases.preview-beside', true)
  const { question, typed, caseId, tab, suiteId } = snapshot.context
  // Without suites, asks for the first one: every case belongs to a suite.
  useAddressAsk(
    'create',
    () =>
      view.ask(
        structure.suites.length === 0
          ? { what: 'suite', suite: null, parentSuiteId: null }
          : { what: 'case', suiteId: suiteForCase(structure, [suiteId]) },
      ),
    canWrite && snapshot.context.structure !== null,
  )
  return (
    <Page
      title="Test cases"
      documentTitle={`Test cases · ${project.name}`}
      hasRule={face === 'empty'}
      actions={canWrite && <HeadActions view={view} />}
      toolbar={
        face !== 'empty' && (
          <RepositoryToolbar
            question={question}
            typed={typed}
            isAsking={isAsking(question) || typed !== ''}
            view={snapshot.context.view}
            isLocked={view.suggesting.isLocked}
            isTreeShown={view.isTreeShown}
            isBeside={isBeside}
            onType={(q) => repository.send({ type: 'search/typed', q })}
            onSearch={() => repository.send({ type: 'search/submitted' })}
            onFilter={(filter) => repository.send({ type: 'filter/changed', filter })}
            onClear={() => repository.send({ type: 'search/cleared' })}
            onView={(to) => repository.send({ type: 'view/chosen', view: to })}
            onTree={() => view.showTree(!view.isTreeShown)}
            onBeside={() => setBeside(!isBeside)}
          />
        )
      }
    >
      <Dragging drop={drop} structure={structure} words={view.textOf}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears what its rows let pass */}
        <div className={styles.panes} data-face={face} {...menu}>
          {face !== 'empty' && face !== 'failed' && view.isTreeShown && <Tree view={view} />}
          {!view.isTreeOver && <ListPane view={view} />}
          <OpenedCase
            preview={preview}
            tab={tab}
            width={view.width}
            isBeside={isBeside && !isNarrow}
            canWrite={canWrite}
            href={repositoryHref(project.key, { caseId, tab })}
            onTab={(to) => repository.send({ type: 'tab/chosen', tab: to })}
            onClose={() => {
              repository.send({ type: 'case/closed' })
              view.focusList()
            }}
          />
        </div>
      </Dragging>
      <RowMenu view={view} />
      {asked?.what === 'import' && (
        <ImportWizard
          structure={structure}
          onChanged={() => view.changed({ suites: true, suiteIds: null, caseIds: null })}
          onShow={view.showSuite}
          onClose={() => page.send({ type: 'dialog/closed' })}
        />
      )}
      <Later onClose={() => page.send({ type: 'dialog/closed' })}>
        {asked !== null && (
          <RepositoryDialogs
            ask={asked}
            structure={structure}
            operations={operations}
            suggesting={view.suggesting}
            onMove={view.actions.perform}
            onChanged={view.changed}
            onCreated={(id) => repository.send({ type: 'case/opened', caseId: id })}
            onClose={() => page.send({ type: 'dialog/closed' })}
          />
        )}
      </Later>
    </Page>
  )
}

function HeadActions({ view }: { view: RepositoryViewState }) {
  const { page, snapshot, structure, ask } = view
  const row = useSelector(page, (state) => state.context.row)
  const addSuite = () => ask({ what: 'suite', suite: null, parentSuiteId: null })
  return (
    <>
      <Button className={styles.addSuite} icon={<Plus aria-hidden />} onClick={addSuite}>
        Suite
      </Button>
      {structure.suites.length > 0 && (
        <Button
          variant="primary"
          icon={<Plus aria-hidden />}
          onClick={() =>
            ask({ what: 'case', suiteId: suiteForCase(structure, [snapshot.context.suiteId, row?.suiteId]) })
          }
        >
          Test case
        </Button>
      )}
      <RepositoryMenu
        isSelecting={view.isSelecting}
        onSelection={view.switchSelection}
        onBulk={() => page.send({ type: 'wizard/opened' })}
        onImport={() => ask({ what: 'import' })}
        onAddSuite={addSuite}
      />
    </>
  )
}

function Tree({ view }: { view: RepositoryViewState }) {
  const { page, snapshot, structure, closedInTree, setClosedInTree, operations, actions } = view
  const { renaming, clipboard } = useSelector(page, (state) => state.context)
  const { suiteId } = snapshot.context
  const isWhole = snapshot.context.view === 'tree'
  const cut = clipboard?.mode === 'cut' && clipboard.dragged.kind === 'suite' ? clipboard.dragged.id : null
  const suggest = (id: number) => {
    const suite = structure.byId.get(id)
    if (suite !== undefined) actions.suiteActions.onSuggest?.(suite)
  }
  const toggle = useCallback(
    (id: number, isOpen: boolean) => setClosedInTree((before) => withSuite(before, id, !isOpen)),
    [setClosedInTree],
  )
  return (
    <TreePane
      structure={structure}
      width={view.width}
      closed={closedInTree}
      selected={isWhole ? suiteId : (suiteShown(structure, suiteId)?.id ?? null)}
      cut={cut}
      renaming={renaming?.pane === 'tree' ? renaming.id : null}
      canWrite={view.canWrite}
      onSelect={view.showSuite}
      onToggle={toggle}
      onExpandAll={() => setClosedInTree(() => NO_IDS)}
      onCollapseAll={() =>
        setClosedInTree(() => new Set(structure.suites.filter(({ suites }) => suites > 0).map(({ id }) => id)))
      }
      onHide={() => view.showTree(false)}
      onSuggest={view.canSuggest ? suggest : undefined}
      onRename={operations.renameSuite}
      onRenaming={(id) =>
        page.send(
          id === null
            ? { type: 'rename/ended' }
            : { type: 'rename/started', renaming: { pane: 'tree', kind: 'suite', id } },
        )
      }
      onDelete={(suite) => view.ask({ what: 'delete', suite })}
      onCut={(suite) => actions.take({ kind: 'suite', id: suite.id }, 'cut')}
      onCopy={(suite) => actions.take({ kind: 'suite', id: suite.id }, 'copy')}
      onPaste={actions.pasteInto}
    />
  )
}

interface RepositoryMenuProps {
  isSelecting: boolean
  onSelection: () => void
  onAddSuite: () => void
  onBulk: () => void
  onImport: () => void
}

/** More actions of the repository (TREE-14 to TREE-18). Pages without permission or edition are hidden. */
function RepositoryMenu({ isSelecting, onSelection, onAddSuite, onBulk, onImport }: RepositoryMenuProps) {
  const { key } = useProject()
  const canOpen = useCanOpen()
  const mayImport = useMayImport()
  const trash = inProjectHref(paths.trashBin, key)
  return (
    <Menu
      label="More actions"
      align="end"
      trigger={
        <IconButton label="More actions">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<SquareCheck aria-hidden />} keys="Mod+Shift+S" onSelect={onSelection}>
        {isSelecting ? 'Disable selection' : 'Enable selection'}
      </MenuItem>
      <MenuItem icon={<ListChecks aria-hidden />} onSelect={onBulk}>
        Bulk actions
      </MenuItem>
      <MenuItem icon={<FolderPlus aria-hidden />} onSelect={onAddSuite}>
        Create suite
      </MenuItem>
      {mayImport && (
        <MenuItem icon={<FileUp aria-hidden />} onSelect={onImport}>
          Import
        </MenuItem>
      )}
      <MenuItem icon={<Workflow aria-hidden />} href={caseModelHref(key)}>
        Cases from a model
      </MenuItem>
      {canOpen(trash) && (
        <MenuItem icon={<Trash2 aria-hidden />} href={trash}>
          Trash bin
        </MenuItem>
      )}
    </Menu>
  )
}
