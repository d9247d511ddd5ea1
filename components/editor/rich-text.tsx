import { createElement, Fragment, type ReactNode } from 'react'
import { IconCheck } from '../ui/icons.ts'
import { readMarkdown } from './markdown/index.ts'
import { severityOf } from './markdown/marks.ts'
import type { NoteBlock, NoteInline } from './note-document.ts'
import classes from './rich-text.module.css'
import { sentenceRuns } from './sentences.ts'

/** A part of the text to highlight. */
export interface Highlight {
  severity: 1 | 2 | 3
  text: string
  /** Called when the highlight is pressed, to explain it. */
  onPress?: () => void
}

export type ShowSentence = (text: string, words: ReactNode) => ReactNode

/** The optional additions to the plain text: highlighted passages, and a function that renders each sentence. */
interface Added {
  highlights: Highlight[]
  sentence?: ShowSentence | undefined
}

interface RichTextProps {
  markdown: string
  highlights?: Highlight[]
  /** Renders each sentence. Default: the text is not divided into sentences. */
  sentence?: ShowSentence | undefined
}

/** Renders a note's Markdown as React elements. HTML tags in the Markdown are shown as text. */
export function RichText({ markdown, highlights = [], sentence }: RichTextProps) {
  const additions = { highlights, sentence }
  const blocks = readMarkdown(markdown)
  const depths = headingDepths(blocks)
  return (
    <div className={classes.text}>
      {blocks.map((block, index) => showBlock(block, index, additions, depths[index]))}
    </div>
  )
}

/**
 * Returns the outline depth of each heading, from 1. Levels that the note skips are not counted: a heading of level 3
 * directly below a heading of level 1 has the depth 2. Other blocks get 1.
 */
function headingDepths(blocks: NoteBlock[]): number[] {
  const above: number[] = []
  return blocks.map((block) => {
    if (block.type !== 'heading') return 1
    while (above.length > 0 && (above[above.length - 1] ?? 0) >= block.level) above.pop()
    return above.push(block.level)
  })
}

function showBlock(block: NoteBlock, key: number, additions: Added, depth = 1): ReactNode {
  switch (block.type) {
    case 'heading':
      // The card's own heading is h2, so headings of the note start at h3.
      return createElement(`h${depth + 2}`, { key, 'data-level': block.level }, showContent(block.content, additions))
    case 'paragraph':
      return <p key={key}>{showContent(block.content, additions)}</p>
    case 'list':
      return createElement(
        block.start === null ? 'ul' : 'ol',
        { key, start: block.start ?? undefined },
        block.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no id besides its position
          <li key={index}>{item.map((each, inner) => showBlock(each, inner, additions))}</li>
        )),
      )
    case 'tasks':
      return (
        <ul key={key} className={classes.tasks}>
          {block.items.map(({ checked: isChecked, blocks }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item has no id besides its position
            <li key={index}>
              <span className={classes.box} role="img" aria-label={isChecked ? 'Done' : 'Not done'}>
                {isChecked && <IconCheck size={12} />}
              </span>
              <div>{blocks.map((each, inner) => showBlock(each, inner, additions))}</div>
            </li>
          ))}
        </ul>
      )
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the panel scrolls by keyboard too
        <section key={key} className={classes.scroll} data-scrolls-sideways tabIndex={0} aria-label="Table">
          <table>
            <thead>
              <tr>{block.header.map((cell, column) => showCell('th', cell, column, additions))}</tr>
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id besides its position
                <tr key={index}>{row.map((cell, column) => showCell('td', cell, column, additions))}</tr>
              ))}
            </tbody>
          </table>
        </section>
      )
  }
}

const showCell = (tag: 'th' | 'td', cell: NoteInline[], key: number, additions: Added) =>
  createElement(tag, { key, ...(tag === 'th' ? { scope: 'col' } : {}) }, showContent(cell, additions))

function showContent(content: NoteInline[], { highlights, sentence }: Added): ReactNode {
  if (!sentence) return showInlines(content, highlights)
  return sentenceRuns(content).map(({ text, content }, index) => {
    const words = showInlines(content, highlights)
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has no id besides its position
    return <Fragment key={index}>{text === null ? words : sentence(text, words)}</Fragment>
  })
}

function showInlines(content: NoteInline[], highlights: Highlight[]): ReactNode[] {
  return content.map((part, index) => {
    if (part.type === 'break') return createElement('br', { key: index })
    let element: ReactNode = withHighlights(part.text, highlights)
    if (part.marks.includes('placeholder')) element = <code className={classes.placeholder}>{element}</code>
    if (part.marks.includes('italic')) element = <em>{element}</em>
    if (part.marks.includes('bold')) element = <strong>{element}</strong>
    const severity = part.marks.map(severityOf).find((each) => each !== null)
    if (severity)
      element = (
        <mark className={classes.mark} data-severity={severity}>
          {element}
        </mark>
      )
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no id besides its position
    return <Fragment key={index}>{element}</Fragment>
  })
}

function withHighlights(text: string, highlights: Highlight[]): ReactNode {
  const highlight = highlights
    .filter((each) => each.text !== '')
    .map((each) => ({ each, at: text.indexOf(each.text) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0]
  if (!highlight) return text
  const end = highlight.at + highlight.each.text.length
  return (
    <>
      {text.slice(0, highlight.at)}
      <Marked {...highlight.each} />
      {withHighlights(text.slice(end), highlights)}
    </>
  )
}

function Marked({ severity, text, onPress }: Highlight) {
  if (!onPress)
    return (
      <mark className={classes.mark} data-severity={severity}>
        {text}
      </mark>
    )
  return (
    <mark className={classes.mark} data-severity={severity}>
      {/* biome-ignore lint/a11y/useSemanticElements: a button would not break across lines as words do */}
      <span
        role="button"
        tabIndex={0}
        aria-label={`Why “${text}” is marked`}
        onClick={(event) => {
          event.stopPropagation()
          onPress()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return
          event.preventDefault()
          onPress()
        }}
      >
        {text}
      </span>
    </mark>
  )
}
