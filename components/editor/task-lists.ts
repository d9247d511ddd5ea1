import { InputRule } from '@tiptap/core'
import { TaskItem, TaskList } from '@tiptap/extension-list'

/** Checkboxes. In a list item, typing "[ ] " or "[x] " makes it a task (product 2.23). */
const BulletToTask = TaskItem.extend({
  addInputRules() {
    return [
      ...(this.parent?.() ?? []),
      new InputRule({
        find: /^\[([ xX])?\]\s$/,
        handler: ({ state, range, match, chain }) => {
          const { $from } = state.selection
          if ($from.depth < 2 || $from.node(-1).type.name !== 'listItem') return null
          chain()
            .deleteRange(range)
            .toggleTaskList()
            .updateAttributes(this.name, { checked: match[1]?.toLowerCase() === 'x' })
            .run()
        },
      }),
    ]
  },
})

export const taskLists = [
  TaskList,
  BulletToTask.configure({
    nested: true,
    a11y: { checkboxLabel: (node) => node.firstChild?.textContent || 'Empty task' },
  }),
]
