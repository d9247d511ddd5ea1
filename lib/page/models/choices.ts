import { sayingInstead, unpress } from '../controls/events.ts'
import { all, parentOf } from '../natives.ts'
import { hasGap, hold, sameState } from './changes.ts'
import {
  type ComponentValue,
  componentValue,
  reactHolders,
  reactOwners,
  reactProps,
  takesMultiple,
  vueHolders,
  vueModel,
  vueNode,
} from './frameworks.ts'
import { type FindModel, globalOf, type Model, type Way } from './model.ts'
import { componentFormat, textOf } from './pickers.ts'

// The models of this file remove a choice from a field in which nothing was chosen before the fill. Undo needs the
// state of the framework for this: a click cannot clear a radio, and a list without an empty option has no option to
// choose instead.

const isRadio = (element: HTMLElement): element is HTMLInputElement =>
  element.tagName === 'INPUT' && (element as HTMLInputElement).type === 'radio'

const byValue = (
  name: string,
  find: (element: HTMLElement) => { value: unknown; set(value: unknown): void } | null,
  element: HTMLElement,
): Model | null =>
  find(element) && {
    name,
    state: () => '',
    undoable: () => true,
    keep(): Way {
      const oldValue = find(element)?.value
      return {
        restore: (node) => find(node)?.set(oldValue),
        same: (node) => sameState(find(node)?.value, oldValue),
      }
    },
  }

interface Observable {
  (): unknown
  (value: unknown): void
}
interface Knockout {
  contextFor(element: Element): unknown
  isObservable(value: unknown): boolean
  bindingProvider: {
    instance: { getBindingAccessors(element: Element, context: unknown): Record<string, () => unknown> }
  }
}
const knockout: FindModel = (choice, view) =>
  byValue(
    'Knockout',
    (element) => {
      const ko = element.hasAttribute('data-bind') ? globalOf<Knockout>(view, 'ko') : null
      const context = ko?.contextFor(element)
      if (!ko || !context) return null
      const bindings = ko.bindingProvider.instance.getBindingAccessors(element, context)
      const bound = (bindings.checked ?? bindings.value)?.()
      if (!ko.isObservable(bound)) return null
      const observable = bound as Observable
      return { value: observable(), set: (value) => observable(value) }
    },
    choice,
  )

interface NgModel {
  $modelValue: unknown
  $setViewValue(value: unknown): void
  $render(): void
}
interface AngularElement {
  controller(name: 'ngModel'): NgModel | undefined
}
const ngLevels = 3
const angular: FindModel = (choice, view) =>
  byValue(
    'AngularJS',
    (element) => {
      const library = globalOf<{ element?(of: Element): AngularElement }>(view, 'angular')
      let around: Element | null = library?.element ? element : null
      for (let level = 0; around && level < (isRadio(element) ? 1 : ngLevels); around = parentOf(around), level++) {
        const model = library?.element?.(around).controller('ngModel')
        if (model)
          return {
            value: model.$modelValue,
            set(value) {
              model.$setViewValue(value)
              model.$render()
            },
          }
      }
      return null
    },
    choice,
  )

const vueBound: FindModel = (choice) =>
  byValue(
    'Vue',
    (element) => {
      const vue = vueNode(element)
      const model = vue && vueModel(vue)
      return model && { value: model.value, set: (value) => model.assign(value) }
    },
    choice,
  )

const drawnChosen = (element: HTMLElement): unknown =>
  reactProps(element)?.checked ?? vueNode(element)?.node.props?.checked

const valueBeside = (element: HTMLElement): string[] => {
  const around = isRadio(element) ? null : parentOf(element)
  const hiddenInputs = around ? all<HTMLInputElement>(around, 'input[type="hidden"], input[aria-hidden="true"]') : []
  return hiddenInputs.map(({ value }) => value)
}

const byState: FindModel = (element) => {
  const react = reactProps(element) !== null
  if (!react && !vueNode(element)) return null
  return {
    name: react ? 'React' : 'Vue',
    state: () => '',
    ...(react && takesMultiple(element) && { several: true }),
    undoable() {
      const holders = react ? reactOwners(element) : vueHolders(element)
      return (
        !holders.some(({ closed: isClosed }) => isClosed) &&
        holders.some(({ takeBack, read: readState }) => takeBack && hasGap(readState()))
      )
    },
    keep() {
      const componentState = hold(react ? reactHolders(element) : vueHolders(element))
      const drawnValue = drawnChosen(element)
      /**
       * False until the first call of `restore`. Before this call, undo has changed only the controls, so only the
       * page's own handlers have changed the states of the framework. `same` then compares only the rendered choice.
       * After the call, `same` also compares all states that the write changed.
       */
      let hasRestored = false
      const isTyped = element.tagName === 'INPUT' && !isRadio(element)
      const ownValue = isTyped ? componentValue(element) : null
      const chosenBefore = isRadio(element) && element.checked
      return {
        note(words, node) {
          componentState.note([...words, ...valueBeside(node)].filter(Boolean))
        },
        restore(node) {
          hasRestored = true
          // If `takeBack` has restored a state, the framework renders this state in a later task. So do nothing more
          // now. If the result is wrong, undo calls `restore` again.
          if (componentState.takeBack() || !isRadio(node) || chosenBefore) return
          const earlier = componentState.toldBefore()
          // The page's handler stores the value of the pressed radio. Press it with the old value, so that the handler
          // stores the old value.
          if (earlier && earlier.after === node.value) pressAs(node, earlier.before)
          else if (!node.checked) return
          else if (drawnChosen(node) === undefined) unpress(node)
        },
        same(node) {
          if (ownValue) return sameState(componentValue(node)?.value, ownValue.value)
          return (
            Boolean(drawnChosen(node)) === Boolean(drawnValue) && ((!hasRestored && !isTyped) || componentState.same())
          )
        },
      }
    },
  }
}

function pressAs(radio: HTMLInputElement, words: string): void {
  // Set `checked` through the property that React has overridden on the element. Otherwise React does not notice the
  // change.
  radio.checked = false
  sayingInstead(radio, words, () => radio.click())
  if (reactProps(radio)?.checked === undefined) radio.checked = false
}

/**
 * Returns the words of a value: one line for each item, the caption of an item that is the code of an option. Undefined:
 * it is no text, for example a date.
 */
const wordsOf = ({ value, captions }: ComponentValue): string | undefined => {
  const items = [value ?? ''].flat().map((each) => captions.get(each) ?? each)
  return items.every((each) => typeof each === 'string' || typeof each === 'number') ? items.join('\n') : undefined
}

const dateWords = (value: unknown, format: string): string | undefined =>
  value === null || value instanceof Date ? textOf(value, format) : undefined

/**
 * A component around a text input that holds a value of its own: a date, an option, a list of tags. The input shows it
 * in another form, or only while it has the focus. A component that holds the text of its input needs no model.
 */
export const component: FindModel = (element, view) => {
  if (element.getAttribute('role') === 'spinbutton' && element.isContentEditable) return byState(element, view)
  const oldValue = element.tagName === 'INPUT' && !isRadio(element) ? componentValue(element) : null
  const { value } = element as HTMLInputElement
  if (
    !oldValue ||
    ((typeof oldValue.value === 'string' || typeof oldValue.value === 'number') && String(oldValue.value) === value)
  )
    return null
  const byAssigning: Model = {
    name: 'Vue',
    state: () => '',
    undoable: () => true,
    keep: (): Way => ({
      restore: (node) => componentValue(node)?.set?.(oldValue.value),
      same: (node) => sameState(componentValue(node)?.value, oldValue.value),
    }),
  }
  const model = oldValue.set ? byAssigning : byState(element, view)
  const format = componentFormat(oldValue.format)
  const words = format === undefined ? wordsOf(oldValue) : dateWords(oldValue.value, format)
  return (
    model && {
      ...model,
      ...(words !== undefined && { text: () => words }),
      ...(format !== undefined && { format }),
      ...(Array.isArray(oldValue.value) && { several: true }),
    }
  )
}

export const choiceModels: FindModel[] = [knockout, angular, vueBound, byState]
