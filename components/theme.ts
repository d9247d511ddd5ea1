import {
  Badge,
  Button,
  Checkbox,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Menu,
  rem,
  Text,
} from '@mantine/core'

/** Color of actions: buttons, links and the selection. */
const purple: MantineColorsTuple = [
  '#f5f1ff',
  '#e8e0ff',
  '#cdbffb',
  '#b09bf6',
  '#9679f1',
  '#8159ec',
  '#6d42e5',
  '#5c33cc',
  '#5029b3',
  '#3f2091',
]

/**
 * Color that is used mainly for the recording controls. Shade 6 is a little darker than shade 5, so that white text on
 * shade 6 has a contrast of 4.5 to 1.
 */
const pink: MantineColorsTuple = [
  '#fff0f6',
  '#fde0ec',
  '#f8bcd3',
  '#f394b8',
  '#ec6b9f',
  '#e0407f',
  '#d42e6d',
  '#b9245d',
  '#9d1c4e',
  '#7f143e',
]

/** Greys with a little violet, to match the background. */
const gray: MantineColorsTuple = [
  '#f8f6fd',
  '#f1eef9',
  '#e7e2f2',
  '#dad3e9',
  '#c5bdd8',
  '#a39ab9',
  '#7d7496',
  '#574f70',
  '#3b3352',
  '#241d38',
]

/** Mantine's grey shades for the dark mode, with a little violet. */
const dark: MantineColorsTuple = [
  '#ece9f6',
  '#d0cbe0',
  '#b3acca',
  '#9189ab',
  '#4d4666',
  '#3b3552',
  '#2c2741',
  '#211c33',
  '#181427',
  '#110e1c',
]

/** Heights of buttons in pixels, by Mantine's size names. Main buttons use `md`, small buttons use `sm`. */
const buttonHeightPx: Record<string, number> = { 'compact-xs': 26, xs: 28, sm: 32, md: 44 }

/** The theme of panel and portal (product 2.32: primary purple, secondary pink, radius 12). */
export const theme = createTheme({
  primaryColor: 'purple',
  primaryShade: 6,
  colors: { purple, pink, gray, dark },
  defaultRadius: 'md',
  radius: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(20), xl: rem(32) },
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(14), lg: rem(17), xl: rem(20) },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.35', xl: '1.3' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: rem(17), lineHeight: '1.3' },
      h2: { fontSize: rem(17), lineHeight: '1.3' },
      h3: { fontSize: rem(14), lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: { size: 'md' },
      vars: (_, { size = 'md' }) => ({
        root: { '--button-height': rem(buttonHeightPx[size] ?? 44), '--button-fz': rem(size.endsWith('xs') ? 12 : 14) },
      }),
    }),
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 600 } }),
    Checkbox: Checkbox.extend({ defaultProps: { radius: 6 } }),
    // A menu that fades out would still take a click that is meant for what is under it.
    Menu: Menu.extend({ defaultProps: { transitionProps: { duration: 0 } } }),
    Text: Text.extend({ defaultProps: { size: 'md' } }),
  },
})

/**
 * Values of the CSS color variables in light and in dark mode. Variables that begin with `--cs-` are Chartside's own:
 * for the background, for lines and for the tones (see `Tone`). The other variables replace values of Mantine.
 * `--cs-control-line` is the border of inputs and check boxes. It has a contrast of 3 to 1 to all backgrounds (WCAG
 * 1.4.11).
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--cs-ground': '#f8f6fd',
    '--cs-line': '#e4dff0',
    '--cs-control-line': '#8f87a6',
    '--cs-good': '#0b6b47',
    '--cs-good-ground': '#e2f5ec',
    '--cs-good-line': '#b9e4cf',
    '--cs-good-bar': '#1f9d6b',
    '--cs-look': '#7d4e00',
    '--cs-look-ground': '#fff1d6',
    '--cs-look-line': '#f1d9a3',
    '--cs-look-bar': '#d99413',
    '--cs-bad': '#a3201c',
    '--cs-bad-ground': '#fdeae8',
    '--cs-bad-line': '#f3c3bf',
    '--cs-act': '#5428b8',
    '--cs-act-ground': '#f1ecff',
    '--cs-act-line': '#6d42e5',
    '--cs-record': '#a31e52',
    '--cs-record-ground': '#fde7ef',
    '--mantine-color-text': '#1c1730',
    '--mantine-color-dimmed': '#5f5878',
    '--mantine-color-placeholder': '#6a6383',
    '--mantine-color-error': '#a3201c',
    '--mantine-color-default-border': '#e0daee',
    '--mantine-color-anchor': '#5428b8',
  },
  dark: {
    '--cs-ground': '#15111f',
    '--cs-line': '#39334f',
    '--cs-control-line': '#766e92',
    '--cs-good': '#7fdcb3',
    '--cs-good-ground': '#16362b',
    '--cs-good-line': '#28573f',
    '--cs-good-bar': '#35b981',
    '--cs-look': '#f3c66b',
    '--cs-look-ground': '#3a2c12',
    '--cs-look-line': '#5e4a20',
    '--cs-look-bar': '#dda02c',
    '--cs-bad': '#ffa9a3',
    '--cs-bad-ground': '#43201f',
    '--cs-bad-line': '#6d3532',
    '--cs-act': '#cdbffb',
    '--cs-act-ground': '#31275a',
    '--cs-act-line': '#8f6cf0',
    '--cs-record': '#fba6c6',
    '--cs-record-ground': '#48203a',
    '--mantine-color-dimmed': '#b3acca',
    '--mantine-color-placeholder': '#a098ba',
    '--mantine-color-error': '#ffa9a3',
    '--mantine-color-default-border': '#413a59',
    '--mantine-color-anchor': '#cdbffb',
    // Colors of elements with Mantine's variant `light`. Mantine's own dark values are darker than the background of
    // the cards that contain these elements.
    '--mantine-color-purple-light': '#3a2e6a',
    '--mantine-color-purple-light-hover': '#46387f',
    '--mantine-color-purple-light-color': '#e8e0ff',
    '--mantine-color-pink-light': '#542444',
    '--mantine-color-pink-light-hover': '#632a50',
    '--mantine-color-pink-light-color': '#fde0ec',
  },
})
