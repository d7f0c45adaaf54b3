// How the search of the site orders what it finds.  Sphinx gives a page the score of the best single word, so that most pages
// are equal and stand by the alphabet.  Here the page comes first that has a heading with the most of the words asked for, and
// a title before a heading further down; and before names of the code the word of the glossary.  Sphinx puts this file before
// its own script, which calls `score` for each result.
var Scorer = {
  // Sphinx's own numbers, which an object of this name replaces.
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,

  score: ([page, title, anchor, description, score, file, kind]) => {
    if (anchor.startsWith("#term-")) return score + 20;
    if (kind !== SearchResultKind.text) return score;
    const asked = [...words(new URLSearchParams(location.search).get("q"))];
    const number = Search._index.docnames.indexOf(page);
    const found = Object.entries(Search._index.alltitles)
      .filter(([, places]) => places.some(([place]) => place === number))
      .map(([heading]) => {
        const said = words(heading);
        return asked.filter((word) => said.has(word)).length + (heading === title ? 0.5 : 0);
      });
    return score + Math.max(0, ...found);
  },
};

// The stems of the words of a text that the index has.
function words(text) {
  const stemmer = new Stemmer();
  const all = splitQuery(text.toLowerCase()).filter((word) => !stopwords.has(word));
  return new Set(all.map((word) => stemmer.stemWord(word)));
}
