import { limits } from '../../../lib/contracts/index.ts'
import { addOption } from '../../../lib/template/index.ts'
import { ChipsInput } from './chips-input.tsx'

interface OptionsEditorProps {
  options: readonly string[]
  onChange: (options: string[]) => void
}

/** The options of a choice field, as chips (product 2.13). */
export function OptionsEditor({ options, onChange }: OptionsEditorProps) {
  return (
    <ChipsInput
      label="Options"
      placeholder='Type an option and press "+"'
      values={options}
      added={addOption}
      onChange={onChange}
      maxLength={limits.nameMax}
    />
  )
}
