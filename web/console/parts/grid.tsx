import { Check, ChevronDown, ChevronUp, Minus } from 'lucide-react'
import { useMemo, type ReactElement, type ReactNode } from 'react'
import {
  Cell,
  Checkbox,
  Collection,
  Column,
  ColumnResizer,
  ResizableTableContainer,
  Row,
  Table,
  TableBody,
  TableHeader,
  TableLayout,
  Virtualizer,
  useTableOptions,
  type Selection,
  type SortDescriptor,
} from 'react-aria-components'

export type { Selection, SortDescriptor }

export interface GridColumn<Item> {
  id: string
  title: string
  /** In pixels. @default a share of what is left */
  width?: number
  minWidth?: number
  isSortable?: boolean
  cell: (item: Item) => ReactNode
}

export interface GridProps<Item> {
  label: string
  columns: readonly GridColumn<Item>[]
  items: readonly Item[]
  sort: SortDescriptor | undefined
  onSort: (sort: SortDescriptor) => void
  selection?: Selection
  onSelection?: (selection: Selection) => void
  /** Called for the row that Enter or a click opens. */
  onOpen: (id: string) => void
  empty: () => ReactElement
}

const rowHeight = 40

/** A table of any number of rows, of which only those in sight are drawn. */
export function Grid<Item extends { id: string }>({
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
  const layout = useMemo(() => ({ rowHeight, headingHeight: 36 }), [])
  return (
    <ResizableTableContainer className="grid-frame">
      <Virtualizer layout={TableLayout} layoutOptions={layout}>
        <Table
          className="grid"
          aria-label={label}
          selectionMode={onSelection === undefined ? 'none' : 'multiple'}
          selectionBehavior="toggle"
          {...(selection === undefined ? {} : { selectedKeys: selection })}
          {...(onSelection === undefined ? {} : { onSelectionChange: onSelection })}
          {...(sort === undefined ? {} : { sortDescriptor: sort })}
          onSortChange={onSort}
          onRowAction={(key) => onOpen(String(key))}
        >
          <Head columns={columns} />
          <TableBody items={items} dependencies={[columns]} renderEmptyState={empty}>
            {(item) => <GridRow item={item} columns={columns} />}
          </TableBody>
        </Table>
      </Virtualizer>
    </ResizableTableContainer>
  )
}

function Head<Item>({ columns }: { columns: readonly GridColumn<Item>[] }): ReactElement {
  const { selectionBehavior, selectionMode } = useTableOptions()
  return (
    <TableHeader>
      {selectionBehavior === 'toggle' && selectionMode !== 'none' && (
        <Column width={44} minWidth={44}>
          <SelectBox />
        </Column>
      )}
      <Collection items={columns}>
        {({ id, title, width, minWidth = 80, isSortable = false }) => (
          <Column
            id={id}
            isRowHeader={id === columns[0]?.id}
            allowsSorting={isSortable}
            minWidth={minWidth}
            {...(width === undefined ? { defaultWidth: '1fr' } : { defaultWidth: width })}
          >
            {({ sortDirection }) => (
              <>
                <span className="truncate grow" tabIndex={-1}>
                  {title}
                </span>
                {sortDirection === 'ascending' && <ChevronUp size={13} aria-hidden />}
                {sortDirection === 'descending' && <ChevronDown size={13} aria-hidden />}
                <ColumnResizer className="resizer" />
              </>
            )}
          </Column>
        )}
      </Collection>
    </TableHeader>
  )
}

function GridRow<Item extends { id: string }>({
  item,
  columns,
}: {
  item: Item
  columns: readonly GridColumn<Item>[]
}): ReactElement {
  const { selectionBehavior, selectionMode } = useTableOptions()
  return (
    <Row id={item.id} dependencies={[columns]}>
      {selectionBehavior === 'toggle' && selectionMode !== 'none' && (
        <Cell>
          <SelectBox />
        </Cell>
      )}
      {columns.map((column) => (
        // What a cell shows is made when it is drawn: most rows never are.
        <Cell key={column.id}>{() => column.cell(item)}</Cell>
      ))}
    </Row>
  )
}

function SelectBox(): ReactElement {
  return (
    <Checkbox slot="selection">
      {({ isSelected, isIndeterminate }) => (
        <span className="check">
          {isIndeterminate ? (
            <Minus size={12} aria-hidden />
          ) : isSelected ? (
            <Check size={12} aria-hidden />
          ) : null}
        </span>
      )}
    </Checkbox>
  )
}
