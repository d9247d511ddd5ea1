import { sayingInstead, unpress } from '../unpress.ts'
import { hasGap, sameState } from './change.ts'
import { reactProps } from './fiber.ts'
import { hold } from './held.ts'
import { reactHolders, reactOwners } from './holders.ts'
import { type FindModel, globalOf, type Model, type Way } from './shape.ts'
import { vueHolders, vueModel, vueNode } from './vue-node.ts'

// A choice where nothing was chosen cannot be taken away by any event: a radio is not un-pressed, and a list without an
// empty option offers none. Only what holds the choice, the framework's own state, can be put back.

const isRadio = (element: HTMLElement): element is HTMLInputElement =>
  element.tagName === 'INPUT' && (element as HTMLInputElement).type === 'radio'

export const isChoice = (element: HTMLElement): boolean =>
  isRadio(element) || element.getAttribute('role') === 'combobox'

/** A way back by a value that can be read and set. */
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
      const before = find(element)?.value
      return {
        restore: (now) => find(now)?.set(before),
        same: (now) => sameState(find(now)?.value, before),
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
/** How far around a drawn list the element may stand that its model is bound to. */
const ngLevels = 3
const angular: FindModel = (choice, view) =>
  byValue(
    'AngularJS',
    (element) => {
      const library = globalOf<{ element?(of: Element): AngularElement }>(view, 'angular')
      let around: Element | null = library?.element ? element : null
      for (let level = 0; around && level < (isRadio(element) ? 1 : ngLevels); around = around.parentElement, level++) {
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
      const drawn = vueNode(element)
      const model = drawn && vueModel(drawn)
      return model && { value: model.value, set: (value) => model.assign(value) }
    },
    choice,
  )

/** Whether a framework draws a radio chosen; undefined where it leaves that to the page. */
const drawnChosen = (element: HTMLElement): unknown =>
  reactProps(element)?.checked ?? vueNode(element)?.node.props?.checked

/** The hidden control that a drawn list keeps its value in stands beside it. */
const valueBeside = (element: HTMLElement): string[] =>
  isRadio(element)
    ? []
    : [
        ...(element.parentElement?.querySelectorAll<HTMLInputElement>(
          'input[type="hidden"], input[aria-hidden="true"]',
        ) ?? []),
      ].map(({ value }) => value)

/** By what the components around a choice hold. */
const byState: FindModel = (element) => {
  const react = reactProps(element) !== null
  if (!react && !vueNode(element)) return null
  return {
    name: react ? 'React' : 'Vue',
    state: () => '',
    undoable() {
      const holders = react ? reactOwners(element) : vueHolders(element)
      return !holders.some(({ closed }) => closed) && holders.some(({ takeBack, read }) => takeBack && hasGap(read()))
    },
    keep() {
      const held = hold(react ? reactHolders(element) : vueHolders(element))
      const drawn = drawnChosen(element)
      /** What the page's own handlers made of a press is theirs; what is put back past them must be whole. */
      let past = false
      const chosenBefore = isRadio(element) && element.checked
      return {
        note(words, now) {
          held.note([...words, ...valueBeside(now)].filter(Boolean))
        },
        restore(now) {
          past = true
          // What was put back is drawn in a later task; the next try sees whether it was enough.
          if (held.takeBack() || !isRadio(now) || chosenBefore) return
          const told = held.toldBefore()
          // Its handler keeps what the radio says: pressed under the old words, it keeps those.
          if (told && told.after === now.value) pressAs(now, told.before)
          else if (!now.checked) return
          else if (drawnChosen(now) === undefined) unpress(now)
        },
        same: (now) => Boolean(drawnChosen(now)) === Boolean(drawn) && (!past || held.same()),
      }
    },
  }
}

function pressAs(radio: HTMLInputElement, words: string): void {
  // By the page's own property, which React has put its tally over: else it hears of no change.
  radio.checked = false
  sayingInstead(radio, words, () => radio.click())
  if (reactProps(radio)?.checked === undefined) radio.checked = false
}

export const choiceModels: FindModel[] = [knockout, angular, vueBound, byState].map(
  (find): FindModel =>
    (element, view) =>
      isChoice(element) ? find(element, view) : null,
)
