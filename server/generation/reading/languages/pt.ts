import { addTens, type Lexicon, list } from './lexicon.ts'

export const pt: Lexicon = {
  frequent:
    'eu nao voce uma com muito meu minha estou tenho tambem noite nunca ha mas e o a os as do da dos das no na em por que para ele ela dias semanas anos horas vezes paciente refere nega toma tomo sono esta de um ao sua seu me se senhora desde quando sem mora dia antes',
  numbers: {
    words: () => [
      addTens(
        list(
          'zero um|uma dois|duas tres quatro cinco seis sete oito nove dez onze doze treze catorze|quatorze quinze dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove',
        ),
        list('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa', 20, 10),
        'e',
      ),
      list(
        'cem|cento duzentos|duzentas trezentos|trezentas quatrocentos|quatrocentas quinhentos|quinhentas seiscentos|seiscentas setecentos|setecentas oitocentos|oitocentas novecentos|novecentas',
        100,
        100,
      ),
    ],
    joints: ['', 'e'],
    halves: ['emeia', 'emeio'],
    others: 'meio=0.5 meia=0.5 duzia=12 ambos=2 ambas=2 par=2 dobro=2 quinzena=15 meiodia=12 meianoite=24',
    ordinals:
      'primeiro|primeira segundo|segunda terceiro|terceira quarto|quarta quinto|quinta sexto|sexta setimo|setima oitavo|oitava nono|nona decimo|decima',
    thousands: ['mil'],
  },
  relatives:
    'm[aã]e|mam[aã]e|pai|papai|irm[aã]o?s?|filh[oa]s?|av[oóô]s?|net[oa]s?|ti[oa]s?|prim[oa]s?|sobrinh[oa]s?|espos[oa]|marido|mulher|companheir[oa]|namorad[oa]|amig[oa]s?|coleg[ao](?: de (?:quarto|trabalho))?|chefe|vizinh[oa]s?|sogr[oa]|cunhad[oa]|padrinho|madrinha|professora?|cuidadora?',
  titles: 'senhora?|sra?|dona|seu|doutora?|dra?|professora?',
  negation: 'não|nunca|jamais|nada|ninguém|nenhuma?|sem|nega|nem',
  yes: 'sim|claro|isso|correto|exato|com certeza',
  no: 'não|nunca|jamais|nada|nenhuma?',
  takenBack:
    'não,? (?:desculp[ae]|perd[aã]o|espera|peraí|não|s[aã]o|é|era|eram)|desculp[ae]|perd[aã]o|espera a[ií]|peraí|quer dizer|aliás|digo|me enganei|melhor dizendo',
  spans: { day: 'dias?', week: 'semanas?', month: 'm[eê]s(?:es)?', year: 'anos?' },
  feasts: [
    ['v[eé]spera de natal', 12, 24],
    ['natal', 12, 25],
    ['ano[- ]novo', 1, 1],
    ['s[aã]o jo[aã]o', 6, 24],
  ],
}
