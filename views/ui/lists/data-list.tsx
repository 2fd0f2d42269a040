/**
 * A table whose columns, selection and bulk actions are data. Lists with virtual or grouped rows compose `list.tsx` instead. The caller's
 * class sets `--columns` where narrow pages arrange a row differently.
 */
import { Ellipsis, type LucideIcon } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { BulkBar } from './bulk-bar.tsx'
import { Button } from '../controls/button.tsx'
import { Checkbox } from '../controls/checkbox.tsx'
import { inFigures } from '../text/figures.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { classNames } from '../browser/class-names.ts'
import { Cell, List, ListHead, Row, type RowProps } from './list.tsx'
import { Menu } from '../overlays/menu.tsx'
import type { Noun } from './pagination-range.ts'
import { Skeleton } from '../layout/skeleton.tsx'
import { SortHead } from './sort-head.tsx'
import type { Selection } from './use-selection.ts'
import styles from './data-list.module.css'

export interface Column<Item, Sort extends string = never> {
  /** Unique in the list. */
  header: string
  /** The header is for screen readers only. */
  isHeaderHidden?: boolean
  /** Shown in place of the header's text. */
  headerIcon?: LucideIcon
  /** Grid track on wide pages. */
  width: string
  align?: 'end'
  className?: string | undefined
  /** Key of the sort, its initial direction, and the names of both directions for `SortSelect`. */
  sort?: readonly [by: Sort, first: 'asc' | 'desc', ways?: readonly [asc: string, desc: string]]
  cell: (item: Item) => ReactNode
  /** Hover text. */
  title?: (item: Item) => string | undefined
  /** Width in px while loading; 'name' varies from row to row. */
  skeleton?: number | 'name'
}

export interface BulkAction<Item> {
  label: string
  icon: LucideIcon
  isDanger?: boolean
  /** The action is absent when no selected row allows it, and gets those that do. */
  appliesTo?: (item: Item) => boolean
  /** Why the action is disabled; null or absent if it is not. */
  whyNot?: string | null
  run: (items: readonly Item[]) => void
}

export interface ListSelection<Item> extends Selection {
  noun: Noun
  nameOf: (item: Item) => string
  /** Why a row cannot be selected; null if it can. */
  whyNot: (item: Item) => string | null
  /** Words for rows that cannot be selected, as in 'in a test plan cannot be selected'. */
  excluded: string
  actions: readonly BulkAction<Item>[]
}

export interface ListSort<Sort extends string> {
  by: string
  order: 'asc' | 'desc'
  onSort: (by: Sort, order: 'asc' | 'desc') => void
}

export interface DataListProps<Item, Sort extends string> {
  label: string
  /** Null while loading. */
  rows: readonly Item[] | null
  columns: readonly Column<Item, Sort>[]
  isBusy?: boolean
  /**
   * A small table of a padded section, as wide as the page. On narrow pages, a row is its first cell with the actions beside it, and a
   * line for each other cell: the header and the value.
   */
  isStacked?: boolean
  className?: string | undefined
  /** Arranges a row on narrow pages. */
  rowClassName?: string | undefined
  /** Attributes of a row. */
  rowPropsOf?: (item: Item) => RowProps & { [attribute: `data-${string}`]: unknown }
  selection?: ListSelection<Item> | null
  sort?: ListSort<Sort>
}

export function DataList<Item extends { id: number | string }, Sort extends string = never>(
  props: DataListProps<Item, Sort>,
) {
  const { label, rows, columns, isBusy = false, isStacked = false, className, rowPropsOf, selection = null } = props
  const rowClassName = classNames(isStacked && styles.stacked, props.rowClassName)
  const tracks = [...(selection === null ? [] : ['18px']), ...columns.map(({ width }) => width)].join(' ')
  const selected = selection === null ? [] : (rows ?? []).filter(({ id }) => selection.selected.has(Number(id)))
  return (
    <List
      label={label}
      isBusy={isBusy || rows === null}
      className={classNames(isStacked && styles.section, className)}
      data-selectable={selection !== null || undefined}
      style={{ '--tracks': tracks } as CSSProperties}
    >
      {selection !== null && selected.length > 0 ? (
        <Selected rows={rows ?? []} selection={selection} selected={selected} />
      ) : (
        <Head {...props} />
      )}
      {rows === null ? (
        <SkeletonRows
          columns={columns}
          widths={isStacked ? NAME_WIDTHS.slice(0, 3) : NAME_WIDTHS}
          rowClassName={rowClassName}
          isSelectable={selection !== null}
        />
      ) : (
        rows.map((item) => <ItemRow key={item.id} {...{ item, columns, rowClassName, rowPropsOf, selection }} />)
      )}
    </List>
  )
}

const selectable = <Item extends { id: number | string }>(rows: readonly Item[], { whyNot }: ListSelection<Item>) =>
  rows.filter((item) => whyNot(item) === null).map(({ id }) => Number(id))

function Head<Item extends { id: number | string }, Sort extends string>(props: DataListProps<Item, Sort>) {
  const { rows, columns, selection = null, sort } = props
  return (
    <ListHead>
      {selection !== null && (
        <Cell isHead>
          <SelectAll rows={rows ?? []} selection={selection} selected={0} />
        </Cell>
      )}
      {columns.map(({ header, isHeaderHidden = false, headerIcon: Icon, align, sort: way }) => {
        const text =
          Icon === undefined ? (
            header
          ) : (
            <span data-tip={header}>
              <Icon aria-label={header} />
            </span>
          )
        if (way !== undefined && sort !== undefined)
          return (
            <SortHead
              key={header}
              sort={way[0]}
              first={way[1]}
              current={sort.by}
              order={sort.order}
              align={align}
              onSort={sort.onSort}
            >
              {text}
            </SortHead>
          )
        return isHeaderHidden ? (
          <Cell key={header} isHead label={header} />
        ) : (
          <Cell key={header} isHead align={align}>
            {text}
          </Cell>
        )
      })}
    </ListHead>
  )
}

interface SelectAllProps<Item> {
  rows: readonly Item[]
  selection: ListSelection<Item>
  selected: number
}

function SelectAll<Item extends { id: number | string }>({ rows, selection, selected }: SelectAllProps<Item>) {
  const ids = selectable(rows, selection)
  const isAll = selected > 0 && selected === ids.length
  return (
    <Checkbox
      aria-label={`Select all ${selection.noun[1]} on this page`}
      checked={isAll}
      isIndeterminate={selected > 0 && !isAll}
      disabled={ids.length === 0}
      onCheckedChange={() => selection.onSelect(new Set(isAll ? [] : ids))}
    />
  )
}

interface SelectedProps<Item> {
  rows: readonly Item[]
  selection: ListSelection<Item>
  selected: readonly Item[]
}

function Selected<Item extends { id: number | string }>({ rows, selection, selected }: SelectedProps<Item>) {
  const { noun, excluded, actions } = selection
  const others = rows.length - selectable(rows, selection).length
  return (
    <div className={styles.selection}>
      <BulkBar
        words={`${inFigures(selected.length)} ${noun[selected.length === 1 ? 0 : 1]} selected`}
        aside={others > 0 && `${inFigures(others)} ${excluded}`}
        onClear={selection.clear}
        checkbox={<SelectAll rows={rows} selection={selection} selected={selected.length} />}
      >
        {actions.map(({ label, icon: Icon, isDanger = false, appliesTo = () => true, whyNot = null, run }) => {
          const items = selected.filter(appliesTo)
          return (
            items.length > 0 && (
              <Button
                key={label}
                variant={isDanger ? 'danger' : 'quiet'}
                size="sm"
                icon={<Icon aria-hidden />}
                disabled={whyNot !== null}
                data-tip={whyNot ?? undefined}
                onClick={() => run(items)}
              >
                {label}
              </Button>
            )
          )
        })}
      </BulkBar>
    </div>
  )
}

interface ItemRowProps<Item, Sort extends string> {
  item: Item
  columns: readonly Column<Item, Sort>[]
  rowClassName: string | undefined
  rowPropsOf: DataListProps<Item, Sort>['rowPropsOf']
  selection: ListSelection<Item> | null
}

function ItemRow<Item extends { id: number | string }, Sort extends string>(props: ItemRowProps<Item, Sort>) {
  const { item, columns, rowClassName, rowPropsOf, selection } = props
  const id = Number(item.id)
  const isSelected = selection?.selected.has(id) ?? false
  return (
    <Row className={rowClassName} isSelected={isSelected} {...rowPropsOf?.(item)}>
      {selection !== null && <SelectCell item={item} selection={selection} isSelected={isSelected} />}
      {columns.map(({ header, isHeaderHidden = false, align, className, cell, title }) => (
        <Cell
          key={header}
          align={align}
          className={className}
          title={title?.(item)}
          data-label={isHeaderHidden ? undefined : header}
        >
          {cell(item)}
        </Cell>
      ))}
    </Row>
  )
}

interface SelectCellProps<Item> {
  item: Item
  selection: ListSelection<Item>
  isSelected: boolean
}

function SelectCell<Item extends { id: number | string }>({ item, selection, isSelected }: SelectCellProps<Item>) {
  const whyNot = selection.whyNot(item)
  const name = selection.nameOf(item)
  return (
    <Cell className={styles.check} data-check data-tip={whyNot ?? undefined}>
      <Checkbox
        aria-label={whyNot === null ? `Select ${name}` : `Select ${name}. ${whyNot}`}
        checked={isSelected}
        disabled={whyNot !== null}
        onCheckedChange={(isChecked) => {
          const ids = new Set(selection.selected)
          if (isChecked) ids.add(Number(item.id))
          else ids.delete(Number(item.id))
          selection.onSelect(ids)
        }}
      />
    </Cell>
  )
}

const NAME_WIDTHS = [220, 168, 252, 196, 184, 236, 152, 208]

interface SkeletonRowsProps<Item, Sort extends string> {
  columns: readonly Column<Item, Sort>[]
  /** Widths of the names, one for each row. */
  widths: readonly number[]
  rowClassName: string | undefined
  isSelectable: boolean
}

function SkeletonRows<Item, Sort extends string>(props: SkeletonRowsProps<Item, Sort>) {
  const { columns, widths, rowClassName, isSelectable } = props
  return widths.map((nameWidth) => (
    <Row key={nameWidth} className={rowClassName} aria-hidden>
      {isSelectable && <Cell data-check />}
      {columns.map(({ header, align, className, skeleton }) => (
        <Cell key={header} align={align} className={className}>
          {skeleton !== undefined && <Skeleton width={skeleton === 'name' ? nameWidth : skeleton} />}
        </Cell>
      ))}
    </Row>
  ))
}

/** The menu at the end of a row. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu
      label={label}
      align="end"
      trigger={
        <IconButton size="sm" label={label}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {children}
    </Menu>
  )
}
