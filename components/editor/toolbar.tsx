import { RichTextEditor } from '@mantine/tiptap'
import type { Editor } from '@tiptap/react'
import { IconBrackets, IconHighlight, IconPilcrow, IconTablePlus } from '../ui/icons.ts'
import classes from './rich-editor.module.css'

/** Button groups that only some editors show. */
export type Tool = 'placeholder' | 'highlight' | 'table'

const severities = [1, 2, 3] as const
const lists = ['bulletList', 'orderedList', 'taskList']
const newTable = { rows: 3, cols: 2 }

interface ToolbarProps {
  editor: Editor | null
  tools: readonly Tool[]
}

/** The editor's toolbar (product 2.22). */
export function Toolbar({ editor, tools }: ToolbarProps) {
  const inTable = editor?.isActive('table') === true
  // The text of a list item is a paragraph, too. In a list, the Paragraph button must not look pressed. Otherwise users
  // would not expect that a click on the button ends the list.
  const isPlain = editor?.isActive('paragraph') === true && !lists.some((list) => editor.isActive(list))
  const chain = () => editor?.chain().focus()
  return (
    <RichTextEditor.Toolbar>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        {tools.includes('placeholder') && (
          <Control
            label="AI placeholder"
            active={editor?.isActive('code')}
            onClick={() => chain()?.togglePlaceholder().run()}
          >
            <IconBrackets size={16} />
          </Control>
        )}
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <Control label="Paragraph" active={isPlain} onClick={() => chain()?.clearNodes().run()}>
          <IconPilcrow size={16} />
        </Control>
        <RichTextEditor.H1 />
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.TaskList />
      </RichTextEditor.ControlsGroup>
      {tools.includes('highlight') && (
        <RichTextEditor.ControlsGroup>
          {severities.map((severity) => (
            <Control
              key={severity}
              label={`Highlight ${severity}`}
              severity={severity}
              active={editor?.isActive('highlight', { severity })}
              onClick={() => chain()?.toggleMark('highlight', { severity }).run()}
            >
              <IconHighlight size={16} />
            </Control>
          ))}
        </RichTextEditor.ControlsGroup>
      )}
      {tools.includes('table') && (
        <RichTextEditor.ControlsGroup>
          {inTable ? (
            <>
              <RichTextEditor.TableRowAfter />
              <RichTextEditor.TableColumnAfter />
              <RichTextEditor.TableRowDelete />
              <RichTextEditor.TableColumnDelete />
              <RichTextEditor.TableDelete />
            </>
          ) : (
            <Control label="Insert table" onClick={() => chain()?.insertTable(newTable).run()}>
              <IconTablePlus size={16} />
            </Control>
          )}
        </RichTextEditor.ControlsGroup>
      )}
    </RichTextEditor.Toolbar>
  )
}

interface ControlProps {
  label: string
  active?: boolean | undefined
  severity?: 1 | 2 | 3
  onClick: () => void
  children: React.ReactNode
}

function Control({ label, active = false, severity, onClick, children }: ControlProps) {
  return (
    <RichTextEditor.Control
      aria-label={label}
      title={label}
      aria-pressed={active}
      active={active}
      className={severity && classes.severity}
      data-severity={severity}
      onClick={onClick}
    >
      {children}
    </RichTextEditor.Control>
  )
}
