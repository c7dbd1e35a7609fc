import { ChevronDown, ChevronUp } from 'lucide-react'
import { useMemo, type ReactElement, type ReactNode } from 'react'
import {
  DataGrid,
  SelectCellFormatter,
  useHeaderRowSelection,
  useRowSelection,
  type CellKeyboardEvent,
  type CellKeyDownArgs,
  type CellMouseArgs,
  type CellMouseEvent,
  type Column,
  type RenderSortStatusProps,
} from 'react-data-grid'
import 'react-data-grid/lib/styles.css'
import { text } from '../text.ts'

export interface GridColumn<Item> {
  id: string
  title: string
  /** In pixels. @default a share of what is left */
  width?: number
  minWidth?: number
  /** The share of what is left. @default 1 */
  share?: number
  isSortable?: boolean
  /** Returns what a cell shows. What can have the focus in it takes the given `tabIndex`. */
  cell: (item: Item, tabIndex: number) => ReactNode
}

export interface GridSort {
  column: string
  isDescending: boolean
}

interface GridItem {
  id: string
  name: string
}

export interface GridProps<Item extends GridItem> {
  label: string
  columns: readonly GridColumn<Item>[]
  items: readonly Item[]
  sort: GridSort
  onSort: (sort: GridSort) => void
  /** The IDs of the items that are selected. */
  selection: ReadonlySet<string>
  onSelection: (selection: ReadonlySet<string>) => void
  /** Called for the row that Enter or a click opens. */
  onOpen: (id: string) => void
  empty: ReactElement
}

const selectKey = 'select'

/**
 * A table of any number of rows, of which only those in sight are drawn. The arrow keys move between cells, Enter opens a
 * row, Space selects it, Ctrl+A selects all, Escape none.
 */
export function Grid<Item extends GridItem>({
  label,
  columns,
  items,
  sort,
  onSort,
  selection,
  onSelection,
  onOpen,
  empty,
}: GridProps<Item>): ReactElement {
  const drawn = useMemo(() => [selectColumn<Item>(), ...columns.map(columnOf)], [columns])
  const sorted = useMemo(
    () => [{ columnKey: sort.column, direction: sort.isDescending ? ('DESC' as const) : ('ASC' as const) }],
    [sort.column, sort.isDescending],
  )
  const onKeyDown = (args: CellKeyDownArgs<Item>, event: CellKeyboardEvent): void => {
    const { key } = event
    // As in every grid of a page, Tab leaves it.
    if (key === 'Tab') return event.preventGridDefault()
    if (key === 'Escape') return onSelection(new Set())
    if (key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onSelection(new Set(items.map(idOf)))
    }
    if (key === 'Enter' && !isWithin(event.target, 'a, button')) onOpen(args.row.id)
    if (key === ' ' && !event.shiftKey && !isWithin(event.target, 'button, input')) {
      event.preventDefault()
      const toggled = new Set(selection)
      if (!toggled.delete(args.row.id)) toggled.add(args.row.id)
      onSelection(toggled)
    }
  }
  const onClick = ({ row, column }: CellMouseArgs<Item>, { target }: CellMouseEvent): void => {
    const isMarkingText = window.getSelection()?.isCollapsed === false
    if (column.key === selectKey || isMarkingText || isWithin(target, 'a, button')) return
    onOpen(row.id)
  }
  return (
    <div className="grid-frame">
      <DataGrid
        className="grid"
        aria-label={label}
        columns={drawn}
        rows={items}
        rowKeyGetter={idOf}
        rowHeight={40}
        headerRowHeight={36}
        selectedRows={selection}
        onSelectedRowsChange={onSelection}
        sortColumns={sorted}
        onSortColumnsChange={([next]) =>
          onSort({
            column: next?.columnKey ?? sort.column,
            isDescending: next?.direction === 'DESC',
          })
        }
        onCellClick={onClick}
        onCellKeyDown={onKeyDown}
        renderers={{
          renderSortStatus: SortStatus,
          noRowsFallback: (
            <div role="row" className="grid-empty">
              <div role="gridcell">{empty}</div>
            </div>
          ),
        }}
      />
    </div>
  )
}

function idOf({ id }: GridItem): string {
  return id
}

/** Reports whether an event comes from such an element, which has a use of its own for it. */
function isWithin(target: EventTarget, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

function columnOf<Item>({
  id,
  title,
  width,
  minWidth = 80,
  share = 1,
  isSortable = false,
  cell,
}: GridColumn<Item>): Column<Item> {
  return {
    key: id,
    name: title,
    width: width ?? `minmax(${minWidth}px, ${share}fr)`,
    minWidth,
    sortable: isSortable,
    resizable: true,
    renderCell: ({ row, tabIndex }) => cell(row, tabIndex),
  }
}

function selectColumn<Item extends GridItem>(): Column<Item> {
  return {
    key: selectKey,
    name: '',
    width: 44,
    minWidth: 44,
    renderHeaderCell: ({ tabIndex }) => <SelectAll tabIndex={tabIndex} />,
    renderCell: ({ row, tabIndex }) => <SelectRow row={row} tabIndex={tabIndex} />,
  }
}

function SelectAll({ tabIndex }: { tabIndex: number }): ReactElement {
  const { isIndeterminate, isRowSelected, onRowSelectionChange } = useHeaderRowSelection()
  return (
    <SelectCellFormatter
      aria-label={text.list.selectAll}
      tabIndex={tabIndex}
      value={isRowSelected}
      indeterminate={isIndeterminate}
      onChange={(checked) => onRowSelectionChange({ checked: isIndeterminate ? false : checked })}
    />
  )
}

function SelectRow({ row, tabIndex }: { row: GridItem; tabIndex: number }): ReactElement {
  const { isRowSelected, onRowSelectionChange } = useRowSelection()
  return (
    <SelectCellFormatter
      aria-label={text.list.select(row.name)}
      tabIndex={tabIndex}
      value={isRowSelected}
      onChange={(checked, isShiftClick) => onRowSelectionChange({ row, checked, isShiftClick })}
    />
  )
}

function SortStatus({ sortDirection }: RenderSortStatusProps): ReactNode {
  if (sortDirection === undefined) return null
  return sortDirection === 'ASC' ? <ChevronUp size={13} aria-hidden /> : <ChevronDown size={13} aria-hidden />
}
