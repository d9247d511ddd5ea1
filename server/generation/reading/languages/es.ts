import { addTens, type Lexicon, list } from './lexicon.ts'

export const es: Lexicon = {
  frequent:
    'que por para muy mi su esta estoy tengo tiene desde cuando como hace todos tambien nunca siempre nada algo ya se lo una unas unos con sin pero porque y es son fue los las el la del dias dia semana semanas anos noche manana horas veces duerme duermo toma tomo cuantas cuantos usted refiere niega paciente nos vemos en un de al si no le me a ha sus',
  numbers: {
    words: () => [
      addTens(
        list(
          'cero un|uno|una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiun|veintiuno|veintiuna veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
        ),
        list('treinta cuarenta cincuenta sesenta setenta ochenta noventa', 30, 10),
        'y',
      ),
      list(
        'cien|ciento doscientos|doscientas trescientos|trescientas cuatrocientos|cuatrocientas quinientos|quinientas seiscientos|seiscientas setecientos|setecientas ochocientos|ochocientas novecientos|novecientas',
        100,
        100,
      ),
    ],
    joints: ['', 'y'],
    halves: ['ymedia', 'ymedio'],
    others: 'medio=0.5 media=0.5 docena=12 ambos=2 ambas=2 par=2 doble=2 quincena=15 mediodia=12 medianoche=24',
    ordinals:
      'primer|primero|primera segundo|segunda tercer|tercero|tercera cuarto|cuarta quinto|quinta sexto|sexta septimo|septima octavo|octava noveno|novena decimo|decima',
    thousands: ['mil'],
  },
  relatives:
    'madre|mam[aá]|padre|pap[aá]|herman[oa]s?|hij[oa]s?|abuel[oa]s?|niet[oa]s?|t[ií][oa]s?|prim[oa]s?|sobrin[oa]s?|espos[oa]|marido|mujer|pareja|novi[oa]|amig[oa]s?|compa[nñ]er[oa](?: de (?:piso|trabajo|cuarto|clase))?|jef[ea]|vecin[oa]s?|suegr[oa]|cu[nñ]ad[oa]|padrin[oa]|profesora?|maestr[oa]|cuidadora?',
  titles: 'señora?|señorita|sra?|srta|don|doña|doctora?|dra?|licenciad[oa]|profesora?',
  negation: 'no|nunca|jam[aá]s|nada|nadie|ning[uú]n[oa]?|sin|tampoco|niega|ni',
  yes: 'sí|si|claro|así es|correcto|exacto|por supuesto',
  no: 'no|nunca|jamás|nada|ninguna?|tampoco|para nada',
  takenBack:
    'no,? (?:perd[oó]n|espere?|disculpe|digo|miento|no|son|es|era|eran)|perd[oó]n|disculpe|espere|mejor dicho|quiero decir|digo|me equivoqu[eé]|corrijo|miento',
  spans: { day: 'd[ií]as?', week: 'semanas?', month: 'mes(?:es)?', year: 'a[nñ]os?' },
  feasts: [
    ['nochebuena', 12, 24],
    ['navidad(?:es)?', 12, 25],
    ['nochevieja|fin de año', 12, 31],
    ['año nuevo', 1, 1],
    ['reyes', 1, 6],
  ],
}
