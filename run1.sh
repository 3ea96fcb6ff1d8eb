cd /tmp/spies2
export PYTHONPATH=/tmp/spies2/base
P=/work/main/.venv/bin/python
for k in standard advanced; do /usr/bin/time -f "%U s" $P /work/wt/spies2/tools/spies_balance.py $k 5000 > bal-$k.txt 2> bal-$k.err; done
for k in standard advanced; do $P -m spyring arena --game spies --line-up heuristic,random,random,random,random -o game=$k --games 1000 --seed 1 --processes 1 --out h-$k.jsonl > h-$k.txt 2>&1; done
