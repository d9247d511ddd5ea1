import { Group, Table, Text } from '@mantine/core'
import type { Field } from '../../lib/contracts/index.ts'
import { dayInWords, type NoteSection, tableRows } from '../../lib/report/index.ts'
import { type Highlight, RichText } from '../editor/rich-text.tsx'
import { IconCheck } from '../ui/icons.ts'
import { Tag } from '../ui/tag.tsx'
import { cellKey, textKey } from './linked-parts.ts'
import { partOf, type ShownParts, sentenceOfParts } from './part-quotes.tsx'
import classes from './value-view.module.css'

interface ValueViewProps {
  section: NoteSection
  /** The template's field. Undefined if the template has none for this section. */
  field: Field | undefined
  flags: Highlight[]
  /** The parts that show their own quotes. Undefined if no part has quotes of its own. */
  parts?: ShownParts | undefined
}

export function ValueView({ section, field, flags, parts }: ValueViewProps) {
  const { layout, value } = section
  if (layout === 'empty' || layout === 'unclear') return null
  if (layout === 'table') return <ValueTable section={section} parts={parts} />
  if (layout === 'list' || field?.type === 'single_choice')
    return <Choices chosen={value} field={field} parts={parts} />
  if (layout === 'text')
    return (
      <RichText
        markdown={value.join('\n\n')}
        highlights={flags}
        sentence={parts && parts.parts.size > 0 ? sentenceOfParts(parts) : undefined}
      />
    )
  const displayParts = value.map((part) => (section.type === 'date' ? dayInWords(part) : part))
  return <RichText markdown={displayParts.join(' to ')} highlights={flags} />
}

interface ChoicesProps {
  chosen: readonly string[]
  field: Field | undefined
  parts: ShownParts | undefined
}

function Choices({ chosen: choices, field, parts }: ChoicesProps) {
  const options = field && 'options' in field ? field.options : []
  const unknown = choices.filter((each) => !options.includes(each))
  const few = options.length <= 6 ? options : options.filter((each) => choices.includes(each))
  return (
    <Group gap={6} component="ul" className={classes.choices}>
      {[...few, ...unknown].map((option) => {
        const on = choices.includes(option)
        return (
          <li key={option}>
            {partOf(
              on ? parts : undefined,
              textKey(option),
              <Tag
                tone={on ? 'act' : 'plain'}
                leftSection={on ? <IconCheck size={12} role="img" aria-label="chosen" /> : undefined}
              >
                {option}
              </Tag>,
            )}
          </li>
        )
      })}
    </Group>
  )
}

function ValueTable({ section, parts }: Pick<ValueViewProps, 'section' | 'parts'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the panel scrolls by keyboard too
    <section className={classes.scroll} data-scrolls-sideways tabIndex={0} aria-label={section.label}>
      <Table verticalSpacing={6} horizontalSpacing={8} fz={13}>
        <Table.Thead>
          <Table.Tr>
            {section.headers.map((header, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
              <Table.Th key={index} scope="col">
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tableRows(section).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id besides its position
            <Table.Tr key={index}>
              {row.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no id besides its position
                <Table.Td key={at}>
                  {partOf(parts, cellKey(index, at), cell) || (
                    <Text component="span" c="dimmed" aria-label="empty">
                      –
                    </Text>
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
