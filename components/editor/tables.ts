import { Node } from '@tiptap/core'
import * as tableCommands from '@tiptap/pm/tables'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    table: {
      /** Inserts a table whose first row is the header. */
      insertTable: (size: { rows: number; cols: number }) => ReturnType
      addRowAfter: () => ReturnType
      addColumnAfter: () => ReturnType
      deleteRow: () => ReturnType
      deleteColumn: () => ReturnType
      deleteTable: () => ReturnType
    }
  }
}

const cellAttributes = {
  colspan: { default: 1 },
  rowspan: { default: 1 },
  colwidth: { default: null },
}

const cellOf = (name: 'tableCell' | 'tableHeader', tag: 'td' | 'th', tableRole: string) =>
  Node.create({
    name,
    content: 'paragraph+',
    isolating: true,
    addAttributes: () => cellAttributes,
    extendNodeSchema: (extension) => (extension.name === name ? { tableRole } : {}),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes: { colwidth: _, ...rest } }) => [tag, rest, 0],
  })

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  extendNodeSchema: (extension) => (extension.name === 'tableRow' ? { tableRole: 'row' } : {}),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
})

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  extendNodeSchema: (extension) => (extension.name === 'table' ? { tableRole: 'table' } : {}),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],

  addCommands() {
    return {
      insertTable:
        ({ rows, cols }) =>
        ({ commands }) => {
          const row = (type: string) => ({
            type: 'tableRow',
            content: Array.from({ length: cols }, () => ({ type, content: [{ type: 'paragraph' }] })),
          })
          const below = Array.from({ length: rows - 1 }, () => row('tableCell'))
          return commands.insertContent({ type: 'table', content: [row('tableHeader'), ...below] })
        },
      addRowAfter:
        () =>
        ({ state, dispatch }) =>
          tableCommands.addRowAfter(state, dispatch),
      addColumnAfter:
        () =>
        ({ state, dispatch }) =>
          tableCommands.addColumnAfter(state, dispatch),
      deleteRow:
        () =>
        ({ state, dispatch }) =>
          tableCommands.deleteRow(state, dispatch),
      deleteColumn:
        () =>
        ({ state, dispatch }) =>
          tableCommands.deleteColumn(state, dispatch),
      deleteTable:
        () =>
        ({ state, dispatch }) =>
          tableCommands.deleteTable(state, dispatch),
    }
  },

  addKeyboardShortcuts() {
    const go = (step: 1 | -1) => () => {
      const { state, view } = this.editor
      return tableCommands.isInTable(state) && tableCommands.goToNextCell(step)(state, view.dispatch)
    }
    return { Tab: go(1), 'Shift-Tab': go(-1) }
  },

  addProseMirrorPlugins: () => [tableCommands.tableEditing()],
})

/** Table nodes whose cells hold only inline content, as Markdown requires. */
export const tables = [Table, TableRow, cellOf('tableCell', 'td', 'cell'), cellOf('tableHeader', 'th', 'header_cell')]
