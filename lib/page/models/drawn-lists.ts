import type { FindModel, Model } from './model.ts'

interface ListWidget {
  values(): string[]
  set(values: string[]): void
}

const byValues = (name: string, select: HTMLSelectElement, widget: ListWidget): Model => {
  const options = () => [...select.options]
  const words = ({ text }: HTMLOptionElement): string => text.replace(/\s+/g, ' ').trim()
  return {
    name,
    text: () =>
      options()
        .filter(({ value }) => value !== '' && widget.values().includes(value))
        .map(words)
        .join('\n'),
    state: () => JSON.stringify(widget.values()),
    write(text) {
      const lines = text.split('\n')
      const targetOptions = options().filter((option) => option.value !== '' && lines.includes(words(option)))
      if (targetOptions.length === lines.length) widget.set(targetOptions.map(({ value }) => value))
    },
    restore: (state) => widget.set(JSON.parse(state) as string[]),
  }
}

interface TomSelect {
  items: string[]
  setValue(values: string[]): void
}
interface SlimSelect {
  getSelected(): string[]
  setSelected(values: string[]): void
}

const tomSelect: FindModel = (element) => {
  const { tomselect: widget } = element as { tomselect?: TomSelect }
  if (element.tagName !== 'SELECT' || !widget?.setValue) return null
  return byValues('tom-select', element as HTMLSelectElement, {
    values: () => [...widget.items],
    set: (values) => widget.setValue(values),
  })
}

const slimSelect: FindModel = (element) => {
  const { slim: widget } = element as { slim?: SlimSelect }
  if (element.tagName !== 'SELECT' || !widget?.setSelected) return null
  return byValues('slim-select', element as HTMLSelectElement, {
    values: () => widget.getSelected(),
    set: (values) => widget.setSelected(values),
  })
}

export const drawnLists: FindModel[] = [tomSelect, slimSelect]
