import { Input, SegmentedControl } from '@mantine/core'
import { type FieldOf, type ListFormat, listFormats } from '../../../lib/contracts/index.ts'
import { withFormat } from '../../../lib/template/index.ts'

const formatNames: Record<ListFormat, string> = { bullet: 'Bullet', numbered: 'Numbered', paragraph: 'Paragraph' }

const data = [
  { value: 'none', label: 'Auto' },
  ...listFormats.map((format) => ({ value: format, label: formatNames[format] })),
]

interface FormatSelectProps {
  field: FieldOf<'string'>
  onChange: (field: FieldOf<'string'>) => void
}

/**
 * Chooses the layout of a text answer. The choice "Auto" stores no format, so that the AI chooses one (product 2.15).
 */
export function FormatSelect({ field, onChange }: FormatSelectProps) {
  return (
    <Input.Wrapper label="Output format" labelElement="div">
      <SegmentedControl
        aria-label="Output format"
        fullWidth
        size="xs"
        mt={4}
        data={data}
        value={field.format ?? 'none'}
        onChange={(value) => onChange(withFormat(field, listFormats.find((format) => format === value) ?? 'none'))}
      />
    </Input.Wrapper>
  )
}
